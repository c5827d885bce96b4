//! `tool info`.

use std::fmt::Display;

use tool_core::{ApprovalLevel, DangerLevel, Gate, Registry, Tool, ToolMetadata, UnknownArguments};

use crate::{exit, find, help, list, out};

pub(crate) fn run(registry: &Registry, name: &str) -> u8 {
    match find::tool(registry, name) {
        Some(tool) => out::result(&page(&tool)),
        None => {
            out::note(&find::unknown(registry, name).to_text());
            exit::NO_TOOL
        }
    }
}

fn page(tool: &Tool) -> String {
    let mut page = format!("{}\n\n{}\n\n", tool.qualified_name(), tool.description());
    page.push_str(&crate::text::columns(&facts(tool)));
    page.push_str("\nParameters:\n");
    let parameters = help::parameters(tool);
    page.push_str(if parameters.is_empty() { "  none\n" } else { &parameters });
    let metadata = tool.metadata();
    for (head, lines) in [
        ("Good for", &metadata.use_cases),
        ("Answers requests such as", &metadata.examples),
        ("Advice", &metadata.priority_hints),
    ] {
        if !lines.is_empty() {
            page.push_str(&format!("\n{head}:\n"));
        }
        for line in lines {
            page.push_str(&format!("  {line}\n"));
        }
    }
    page
}

/// What is known, one row each; what says nothing is left out.
fn facts(tool: &Tool) -> Vec<Vec<String>> {
    let metadata = tool.metadata();
    let own = |text: &Option<std::borrow::Cow<'static, str>>| {
        text.as_deref().unwrap_or_default().to_owned()
    };
    let yes = |truth: bool, text: &str| if truth { text.to_owned() } else { String::new() };
    let rows = [
        ("aliases", joined(&metadata.aliases)),
        ("title", own(&metadata.title)),
        ("deprecated", own(&metadata.deprecated)),
        ("state", state(tool)),
        ("access", access(metadata)),
        ("danger", metadata.danger_level.to_string()),
        ("gate", gate(metadata)),
        ("cost", metadata.cost_tier.to_string()),
        ("category", own(&metadata.category)),
        ("tags", joined(&list::tags(tool))),
        ("priority", metadata.priority.to_string()),
        ("stages", joined(&metadata.stages)),
        ("task types", joined(&metadata.task_types)),
        ("keywords", joined(&metadata.keywords)),
        ("chosen by", joined(&metadata.mandatory_keywords)),
        ("runs as", metadata.category_of_execution().to_string()),
        ("location", metadata.location.to_string()),
        ("needs", joined(&metadata.capabilities_needed())),
        ("timeout", metadata.timeout.map(|limit| format!("{limit:?}")).unwrap_or_default()),
        ("output cap", format!("{} lines, {} bytes", metadata.cap.lines, metadata.cap.bytes)),
        ("idempotent", yes(metadata.idempotent, "yes: a failed call may be tried again")),
        ("retry", metadata.retry.map(|r| format!("{} attempts", r.attempts)).unwrap_or_default()),
        ("rate limit", rate(metadata)),
        ("loop limit", metadata.loop_limit.map(|most| most.to_string()).unwrap_or_default()),
        ("deferred", yes(metadata.deferred, "yes: the model loads it before it calls it")),
        (
            "unknown arguments",
            yes(metadata.unknown_arguments == UnknownArguments::Ignore, "are ignored"),
        ),
        ("before", joined(&metadata.precedes)),
        ("after", joined(&metadata.follows)),
        ("instead", joined(&metadata.alternatives)),
        ("together with", joined(&metadata.complements)),
        ("origin", tool.origin().to_string()),
    ];
    rows.into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(label, value)| vec![label.to_owned(), value])
        .collect()
}

fn joined<T: Display>(all: &[T]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn rate(metadata: &ToolMetadata) -> String {
    let limit = metadata.rate_limit;
    limit.map(|limit| format!("{} calls in {:?}", limit.calls, limit.per)).unwrap_or_default()
}

fn access(metadata: &ToolMetadata) -> String {
    match metadata.declared_access {
        Some(mode) => mode.to_string(),
        None => "undeclared, taken as mixed".to_owned(),
    }
}

/// What happens at a call, and why.
fn gate(metadata: &ToolMetadata) -> String {
    let level = match metadata.approval_level(metadata.decision_access()) {
        _ if metadata.gate == Some(Gate::SelfGated) => "asks by itself",
        ApprovalLevel::Never => "never asks",
        ApprovalLevel::Log => "never asks, but is logged",
        ApprovalLevel::FirstUse => "asks at its first use in a session",
        _ => "asks every time",
    };
    let why = match (metadata.gate, &metadata.ungated_because) {
        (Some(gate), Some(why)) => format!("gate {gate}, because: {why}"),
        (Some(gate), None) => format!("gate {gate}"),
        (None, _) if metadata.danger_level >= DangerLevel::Medium => {
            format!("as its danger is {}", metadata.danger_level)
        }
        (None, _) => match metadata.declared_access {
            Some(mode) => format!("as its access is {mode}"),
            None => "as it declares no access".to_owned(),
        },
    };
    format!("{level} ({why})")
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
