//! `tool info`.

use tool_core::{ApprovalLevel, Registry, SchemaLevel, Tool};

use crate::{exit, help, list, text};

pub(crate) fn run(registry: &Registry, name: &str) -> u8 {
    match exit::find(registry, name) {
        Some(tool) => exit::print(&text::for_stdout(&page(&tool))),
        None => exit::no_tool(registry, name),
    }
}

fn page(tool: &Tool) -> String {
    let metadata = tool.metadata();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |label: &str, value: String| {
        if !value.is_empty() {
            rows.push(vec![label.to_owned(), value]);
        }
    };
    row("aliases", metadata.aliases.join(", "));
    row("title", metadata.title.as_deref().unwrap_or_default().to_owned());
    row("category", metadata.category.as_deref().unwrap_or_default().to_owned());
    row("tags", list::tags(tool).join(", "));
    row("access", access(tool));
    row("danger", metadata.danger_level.to_string());
    row("gate", gate(tool));
    row("cost", metadata.cost_tier.to_string());
    row("priority", metadata.priority.to_string());
    row("stages", names(metadata.stages.iter().map(|stage| stage.as_str())));
    row("keywords", metadata.keywords.join(", "));
    row("deprecated", metadata.deprecated.as_deref().unwrap_or_default().to_owned());
    row("timeout", metadata.timeout.map(|t| format!("{t:?}")).unwrap_or_default());
    row("output cap", format!("{} lines, {} bytes", metadata.cap.lines, metadata.cap.bytes));
    row("state", state(tool));
    row("origin", tool.origin().to_string());
    let mut page = format!("{}\n\n{}\n\n", tool.qualified_name(), tool.description());
    page.push_str(&text::columns(&rows));
    page.push_str("\nParameters:\n");
    page.push_str(&help::parameters(tool.schema(SchemaLevel::Full)));
    if !metadata.examples.is_empty() {
        page.push_str("\nAnswers requests such as:\n");
        for example in &metadata.examples {
            page.push_str(&format!("  {example}\n"));
        }
    }
    page
}

fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    all.collect::<Vec<_>>().join(", ")
}

fn access(tool: &Tool) -> String {
    match tool.metadata().declared_access {
        Some(mode) => mode.to_string(),
        None => "undeclared (treated as mixed)".to_owned(),
    }
}

/// What happens at a call, and by which declaration.
fn gate(tool: &Tool) -> String {
    let metadata = tool.metadata();
    let level = match metadata.approval_level(metadata.decision_access()) {
        ApprovalLevel::Never => "never asks",
        ApprovalLevel::Log => "never asks, is logged",
        ApprovalLevel::FirstUse => "asks at its first use in a session",
        _ => "asks every time",
    };
    match (metadata.gate, &metadata.ungated_because) {
        (Some(gate), Some(why)) => format!("{level} (gate {gate}, because: {why})"),
        (Some(gate), None) => format!("{level} (gate {gate})"),
        (None, _) => format!("{level} (by access mode and danger)"),
    }
}

fn state(tool: &Tool) -> String {
    if !tool.is_enabled() {
        return "switched off".to_owned();
    }
    match tool.availability() {
        Ok(()) => "on".to_owned(),
        Err(reason) => format!("unavailable: {reason}"),
    }
}
