//! Stage 4: whether this caller may use the tool.

use super::flow::{Ended, Flow};
use crate::{Status, ToolResult};

pub(super) fn stage(flow: &Flow<'_>) -> Result<(), Ended> {
    let tool = flow.tool()?;
    if flow.session.allows(tool.name()) {
        let view = flow.session.state().view.as_ref();
        return match view.and_then(|view| view.refusal(tool.name())) {
            // It is a stub so far: the model has not seen its parameters.
            Some(how) => Err(Ended::new(ToolResult::failed(Status::NotAllowed, how))),
            None => Ok(()),
        };
    }
    Err(Ended::new(refused(tool.name())))
}

pub(super) fn refused(tool: &str) -> ToolResult {
    ToolResult::failed(Status::NotAllowed, format!("You may not use `{tool}` here."))
}
