//! Stages 1 and 2: which tool is meant, and whether it is switched on.

use super::flow::{Ended, Flow};
use crate::{Registry, Status, Tool, ToolResult};

/// Finds the tool; a call by alias is noted.
pub(super) fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let name = &flow.call.name;
    let Some(tool) = flow.session.executor_registry().get(name) else {
        return Err(Ended::new(unknown(flow.session.executor_registry(), name)));
    };
    if tool.name() != name {
        flow.note("called_as", name.as_str().into());
    }
    flow.tool = Some(tool);
    Ok(())
}

/// A name that no tool has, with the nearest that one has.
pub(super) fn unknown(registry: &Registry, name: &str) -> ToolResult {
    let near = registry.suggest(name);
    let result = ToolResult::failed(
        Status::UnknownTool,
        format!("there is no tool `{}`", crate::args::clip(name, 64)),
    );
    if near.is_empty() {
        return result;
    }
    result.with_hint(format!("Did you mean {}?", quoted(&near)))
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
