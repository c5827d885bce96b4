//! How a call runs: visible stages in a fixed order, and exactly one result.

mod approver;
mod available;
mod call;
mod cap;
mod ceiling;
pub(crate) mod contain;
mod decode;
mod executor;
mod gate;
mod grants;
mod mode;
mod pipeline;
mod resolve;
mod run;
mod shrink;

pub use approver::{ApprovalRequest, Approver, Decision, approve_all, callback};
pub use call::ToolCall;
pub use executor::{Executor, ExecutorBuilder, ExecutorError};
pub use mode::Mode;
pub use pipeline::STAGES;

#[cfg(test)]
mod tests;

pub(crate) use decode::invalid_arguments;
pub(crate) use run::blocking;
