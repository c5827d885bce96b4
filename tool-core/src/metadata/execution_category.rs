use super::AccessMode;
use super::closed_set::closed_set;

closed_set! {
    /// How a call may run beside others. Where a tool declares none, it follows the access mode.
    pub enum ExecutionCategory ("execution category") {
        /// Pure reads.
        ReadOnly = "read_only",
        /// File changes, which may conflict.
        Write = "write",
        /// Work for the processor, isolated.
        Compute = "compute",
        /// Calls over the network.
        Network = "network",
        /// Commands, with side effects that nobody declared.
        Execute = "execute",
        /// Several of these.
        Mixed = "mixed",
    }
}

impl From<AccessMode> for ExecutionCategory {
    fn from(mode: AccessMode) -> Self {
        match mode {
            AccessMode::Readonly => ExecutionCategory::ReadOnly,
            AccessMode::Write => ExecutionCategory::Write,
            AccessMode::Execute => ExecutionCategory::Execute,
            AccessMode::Network => ExecutionCategory::Network,
            AccessMode::Mixed => ExecutionCategory::Mixed,
        }
    }
}
