//! Stages 1 and 2: which tool is meant, and whether it is switched on.

use super::pipeline::{Ended, Flow};
use crate::{Status, Tool, ToolResult};

/// Finds the tool; a call by alias is noted.
pub(super) fn stage(flow: &mut Flow<'_>) -> Result<Tool, Ended> {
    let name = &flow.call.name;
    let Some(tool) = flow.executor.registry().get(name) else {
        let near = flow.executor.registry().suggest(name);
        let mut result = ToolResult::failed(
            Status::UnknownTool,
            format!("there is no tool `{}`", crate::args::clip(name, 64)),
        );
        if !near.is_empty() {
            result = result.with_hint(format!("Did you mean {}?", quoted(&near)));
        }
        return Err(Ended::new(result));
    };
    if tool.name() != name {
        flow.notes.insert("called_as".to_owned(), name.as_str().into());
    }
    Ok(tool)
}

/// Whether the tool is switched on; asked again just before it runs.
pub(super) fn enabled(tool: &Tool) -> Result<(), Ended> {
    if tool.is_enabled() {
        return Ok(());
    }
    Err(Ended::new(ToolResult::failed(
        Status::Disabled,
        format!("`{}` is switched off here", tool.name()),
    )))
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
