//! Who is asked before a gated call runs.

use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::{AccessMode, ApprovalLevel, Arguments, BoxFuture, DangerLevel, Tool, ToolError};

/// What a person is shown before a call.
#[derive(Debug)]
#[non_exhaustive]
pub struct ApprovalRequest<'a> {
    /// The tool.
    pub tool: &'a Tool,
    /// The call.
    pub call_id: &'a str,
    /// The arguments, complete: wire names, repaired, defaults filled.
    pub arguments: &'a Arguments,
    /// What this call may do.
    pub access: AccessMode,
    /// How much harm a wrong call does.
    pub danger: DangerLevel,
    /// How often this is asked: only for [`ApprovalLevel::FirstUse`] is
    /// [`Decision::Session`] remembered.
    pub level: ApprovalLevel,
    /// What the tool says it is about to do, where it asks by itself.
    pub what: Option<&'a str>,
    /// What [`Decision::Session`] would allow, exactly; none where it allows no more than
    /// [`Decision::Once`].
    pub grant: Option<&'a str>,
    /// The folders that relative paths are seen from.
    pub roots: &'a [PathBuf],
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// This call may run.
    Once,
    /// This call may run, and further calls of this tool in this session need not be asked
    /// for, where its level is first use.
    Session,
    /// This call may run with these arguments in place of the model's. They are decoded and judged
    /// as the model's were, and shown again only if that came out stricter.
    Change(Map<String, Value>),
    /// It may not, and why; the model reads the reason.
    Deny(Option<String>),
}

/// Decides whether a gated call may run: a person, or a rule on a person's behalf.
///
/// An error, a panic, or no decision within five minutes denies.
pub trait Approver: Send + Sync + 'static {
    /// Decides one request. Requests come one at a time.
    fn decide<'a>(
        &'a self,
        request: &'a ApprovalRequest<'a>,
    ) -> BoxFuture<'a, Result<Decision, ToolError>>;
}
