//! Stage 4: whether this caller may use the tool.

use super::flow::{Ended, Flow};
use crate::{Status, ToolResult};

pub(super) fn stage(flow: &Flow<'_>) -> Result<(), Ended> {
    let tool = flow.tool()?;
    if flow.session.allows(tool.name()) {
        return Ok(());
    }
    Err(Ended::new(refused(tool.name())))
}

pub(super) fn refused(tool: &str) -> ToolResult {
    ToolResult::failed(Status::NotAllowed, format!("You may not use `{tool}` here."))
}
