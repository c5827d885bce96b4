//! Where the host lets tools write, if not everywhere below the roots.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError};

use crate::confine::{Last, Roots, Spot};
use crate::text::quoted;

/// Folders, inside the roots, in which tools may write; elsewhere below the roots they only read.
///
/// Give it to the executor as state. Without it tools may write everywhere below the roots.
///
/// ```
/// use tool_core::{Executor, Registry};
/// # tool_std::link();
/// let executor = Executor::builder(Registry::collect()?)
///     .root(".")
///     .state(tool_std::WriteScope::new(["target/scratch"]))
///     .build();
/// # Ok::<(), tool_core::RegistryError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteScope(Vec<PathBuf>);

impl WriteScope {
    /// A scope of these folders: relative to the first root, or absolute.
    pub fn new<P: Into<PathBuf>>(folders: impl IntoIterator<Item = P>) -> Self {
        WriteScope(folders.into_iter().map(Into::into).collect())
    }
}

/// The scope of one call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope(Option<Vec<PathBuf>>);

impl Scope {
    /// The scope that the host gave.
    pub(crate) fn of(ctx: &ToolContext) -> Self {
        Scope(ctx.state::<WriteScope>().map(|scope| scope.0.clone()))
    }

    /// Refuses a place outside the scope. Both are compared where they really lie, so that no
    /// link leads around it.
    pub(super) fn check(&self, roots: &Roots, spot: &Spot, path: &str) -> Result<(), ToolError> {
        let Some(folders) = &self.0 else { return Ok(()) };
        let holds = folders.iter().any(|folder| {
            let Ok(scope) = roots.resolve(folder, Last::Follow) else { return false };
            scope.root.canonical == spot.root.canonical
                && spot.real.starts_with(&scope.real)
                && spot.real != scope.real
        });
        if holds {
            return Ok(());
        }
        Err(ToolError::new(format!("{} may be read but not written", quoted(path)))
            .hint("Only some directories may be written in this session; ask the user which."))
    }
}
