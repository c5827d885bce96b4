//! How a call runs: visible stages in a fixed order, and exactly one result.

mod allowed;
mod approvals;
mod approver;
mod approvers;
mod audit;
mod available;
mod batch;
mod budget;
mod builder;
mod cache;
mod call;
mod cap;
mod ceiling;
mod clock;
pub(crate) mod contain;
mod decode;
mod digest;
mod executor;
mod explain;
mod flow;
mod gate;
mod grants;
mod hook;
mod host;
mod ledger;
mod loop_guard;
mod mask;
mod mode;
mod pipeline;
mod policy;
mod recall;
mod resolve;
mod resource;
mod run;
mod schedule;
#[cfg(feature = "tower")]
mod service;
mod session;
mod shrink;
mod slots;
mod store;
mod suggestions;
mod sync;

pub use approver::{ApprovalRequest, Approver, Decision};
pub use approvers::{PendingApproval, allow_list, approve_all, callback, channel, deny_all};
pub use audit::{AuditEvent, AuditFile, AuditMemory, AuditRecord, AuditSink};
pub use batch::Batch;
pub use builder::ExecutorBuilder;
pub use call::ToolCall;
pub use executor::{Executor, ExecutorError};
pub use explain::{Explanation, StageVerdict, Verdict};
pub use hook::{Hook, HookCall};
pub use ledger::Budget;
pub use mode::Mode;
pub use pipeline::{STAGES, Stage};
pub use policy::{PathRules, Policy, PolicyEffect, PolicyError, PolicyRule};
pub use session::{Session, SessionOptions};

#[cfg(test)]
mod tests;

pub(crate) use decode::invalid_arguments;
pub(crate) use digest::digest as digest_of;
pub(crate) use host::Host;
pub(crate) use mode::Ceiling;
pub(crate) use run::blocking;
