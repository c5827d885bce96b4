use super::closed_set::closed_set;

closed_set! {
    /// Where in a conversation a tool is most useful.
    pub enum Stage ("stage") {
        /// First look at the request.
        Initial = "initial",
        /// Understanding the scope.
        Planning = "planning",
        /// Reading files, gathering context.
        Reading = "reading",
        /// Reviewing what was read.
        Analysis = "analysis",
        /// Making changes, running commands.
        Execution = "execution",
        /// Testing the changes.
        Verification = "verification",
        /// Summing up.
        Completion = "completion",
    }
}
