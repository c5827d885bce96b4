use crate::metadata::closed_set;

closed_set! {
    /// A ceiling over every call, which child contexts inherit and can only narrow. Default:
    /// [`Build`](Mode::Build).
    #[derive(Default)]
    pub enum Mode ("mode") {
        /// Writing and running only in a sandbox.
        Explore = "explore",
        /// Reading and fetching only.
        Plan = "plan",
        /// Everything, under its gates.
        #[default]
        Build = "build",
    }
}
