//! What a call may touch where it does not run freely.

use std::path::{Path, PathBuf};

/// Whether a sandboxed call may start programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ProcessPolicy {
    /// None.
    #[default]
    None,
    /// Only such as a sandbox of the operating system holds to the same limits.
    Confined,
}

/// The limits of a call that runs in a sandbox. Tools that declare `sandboxed` hold to them:
/// see [`ToolContext::allow_write`](crate::ToolContext::allow_write) and its kin.
///
/// ```
/// use tool_core::{ProcessPolicy, Sandbox};
/// let scratch = Sandbox::new().write_root("/srv/scratch");
/// assert!(!scratch.network());
/// assert_eq!(scratch.processes(), ProcessPolicy::None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sandbox {
    write_roots: Vec<PathBuf>,
    network: bool,
    processes: ProcessPolicy,
}

impl Sandbox {
    /// A sandbox in which nothing may be written, fetched or started.
    pub fn new() -> Self {
        Sandbox::default()
    }

    /// Adds a folder in which files may be changed.
    #[must_use]
    pub fn write_root(mut self, root: impl AsRef<Path>) -> Self {
        self.write_roots.push(root.as_ref().to_path_buf());
        self
    }

    /// Says whether the network may be used. Default: no.
    #[must_use]
    pub fn with_network(mut self, allowed: bool) -> Self {
        self.network = allowed;
        self
    }

    /// Says whether programs may be started. Default: none.
    #[must_use]
    pub fn with_processes(mut self, policy: ProcessPolicy) -> Self {
        self.processes = policy;
        self
    }

    /// The folders in which files may be changed.
    pub fn write_roots(&self) -> &[PathBuf] {
        &self.write_roots
    }

    /// Whether the network may be used.
    pub fn network(&self) -> bool {
        self.network
    }

    /// Whether programs may be started.
    pub fn processes(&self) -> ProcessPolicy {
        self.processes
    }
}
