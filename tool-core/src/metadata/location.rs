use super::AccessMode;
use super::closed_set::closed_set;

closed_set! {
    /// Where a call may run. Default: [`Local`](Location::Local).
    #[derive(Default)]
    pub enum Location ("location") {
        /// Only in this process.
        #[default]
        Local = "local",
        /// Here or on a worker.
        Anywhere = "anywhere",
    }
}

closed_set! {
    /// What a worker must be able to do to run a tool.
    pub enum Capability ("capability") {
        /// Read files.
        Read = "read",
        /// Change files.
        Write = "write",
        /// Run programs.
        Exec = "exec",
        /// Make HTTP requests.
        Http = "http",
        /// Use git repositories.
        Git = "git",
    }
}

impl Capability {
    /// The capabilities that an access mode and tags imply where a tool declares none.
    ///
    /// ```
    /// use tool_core::{AccessMode, Capability};
    /// assert_eq!(Capability::derive(AccessMode::Network, ["web"]), [Capability::Http]);
    /// ```
    pub fn derive<'a>(
        access: AccessMode,
        tags: impl IntoIterator<Item = &'a str>,
    ) -> Vec<Capability> {
        use Capability::*;
        let mut found = match access {
            AccessMode::Readonly => vec![Read],
            AccessMode::Write => vec![Read, Write],
            AccessMode::Execute => vec![Exec],
            AccessMode::Network => vec![Http],
            AccessMode::Mixed => vec![Read, Write, Exec, Http],
        };
        if tags.into_iter().any(|tag| tag == "git") {
            found.push(Git);
        }
        found
    }
}
