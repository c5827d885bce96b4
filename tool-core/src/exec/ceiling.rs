//! Stages 7 and 8: what this call may do, and whether the mode allows that.

use super::Mode;
use super::contain;
use super::decode;
use super::pipeline::{Ended, Flow};
use crate::{AccessMode, CostTier, Status, Tool, ToolResult};

/// The access of this call: the tool's own, narrowed by its arguments where it says how.
///
/// A function that fails, or that would widen, changes nothing.
pub(super) fn effective_access(flow: &Flow<'_>, tool: &Tool) -> Result<AccessMode, Ended> {
    let declared = tool.metadata().decision_access();
    if !tool.narrows_per_call() {
        return Ok(declared);
    }
    let arguments = decode::canonical(flow, tool)?;
    let narrowed = contain::sync(|| tool.effective_access(&arguments)).ok().flatten();
    Ok(narrowed.filter(|access| access.narrows(declared)).unwrap_or(declared))
}

/// Whether the mode allows a call with this access.
pub(super) fn stage(mode: Mode, tool: &Tool, access: AccessMode) -> Result<(), Ended> {
    let refused = match mode {
        Mode::Build => None,
        Mode::Plan => access.requires_approval().then_some("only reads and fetches"),
        Mode::Explore if tool.metadata().cost_tier == CostTier::High => {
            Some("refuses tools of high cost")
        }
        // A tool that has a sandboxed form takes it by itself; one that has none is refused.
        Mode::Explore => access
            .requires_approval()
            .then_some("writes and runs only in a sandbox, and this tool has no sandboxed form"),
    };
    match refused {
        None => Ok(()),
        Some(why) => Err(Ended::new(ToolResult::failed(
            Status::ModeRefused,
            format!("`{}` may not run now: mode `{mode}` {why}", tool.name()),
        ))),
    }
}
