//! Stages 7 and 8: what this call may do, and whether the mode allows that.

use super::contain;
use super::flow::{Ended, Flow};
use super::mode::{Ceiling, Mode};
use crate::{AccessMode, CostTier, Status, Tool, ToolResult};

/// The access of this call: the tool's own, narrowed by its arguments where it says how.
///
/// A function that fails, or that would widen, changes nothing.
pub(super) fn effective_access(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let tool = flow.tool()?.clone();
    let declared = tool.metadata().decision_access();
    flow.access = declared;
    if tool.narrows_per_call() {
        let canonical = flow.canonical()?;
        let narrowed = contain::sync(|| tool.effective_access(&canonical.arguments)).ok().flatten();
        flow.access = narrowed.filter(|access| access.narrows(declared)).unwrap_or(declared);
    }
    Ok(())
}

/// Whether the mode allows a call with this access.
pub(super) fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let ceiling = flow.session.context().ceiling();
    let tool = flow.tool()?.clone();
    if let Some(refused) = refuses(ceiling, &tool, flow.access) {
        return Err(Ended::new(refused));
    }
    if ceiling.has(Mode::Explore) && flow.access.requires_approval() {
        into_sandbox(flow, &tool)?;
    }
    Ok(())
}

/// Before decoding: a tool that no argument could make legal is not looked at further.
pub(super) fn refuses_whatever(ceiling: Ceiling, tool: &Tool) -> Option<ToolResult> {
    let access = tool.metadata().decision_access();
    if tool.narrows_per_call() { None } else { refuses(ceiling, tool, access) }
}

pub(super) fn refuses(ceiling: Ceiling, tool: &Tool, access: AccessMode) -> Option<ToolResult> {
    let changes = access.requires_approval();
    let why = if ceiling.has(Mode::Plan) && changes {
        "plan` only reads and fetches"
    } else if ceiling.has(Mode::Explore) && tool.metadata().cost_tier == CostTier::High {
        "explore` refuses tools of high cost"
    } else if ceiling.has(Mode::Explore) && changes && !tool.metadata().sandboxed {
        "explore` writes and runs only in a sandbox, and this tool has no sandboxed form"
    } else {
        return None;
    };
    Some(ToolResult::failed(
        Status::ModeRefused,
        format!("`{}` may not run now: mode `{why}", tool.name()),
    ))
}

/// Gives the call its sandbox: the host's, else a scratch folder of the session.
fn into_sandbox(flow: &mut Flow<'_>, tool: &Tool) -> Result<(), Ended> {
    let Some(ctx) = &flow.ctx else { return Ok(()) };
    if ctx.sandbox().is_some() {
        return Ok(());
    }
    match flow.session.scratch() {
        Ok(sandbox) => {
            flow.ctx = Some(ctx.sandboxed(sandbox));
            // What was decoded holds the context without the sandbox.
            super::decode::stage(flow)
        }
        Err(why) => Err(Ended::new(
            ToolResult::failed(
                Status::SandboxUnavailable,
                format!("`{}` runs only in a sandbox here, and there is none", tool.name()),
            )
            .with_operator(why),
        )),
    }
}
