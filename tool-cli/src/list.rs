//! `tool list`.

use std::io::{self, IsTerminal};

use serde_json::{Value, json};
use tool_core::{AgentTools, Registry, Show, Tool};

use crate::commands::ListArgs;
use crate::exit::USAGE;
use crate::{out, terminal, text};

pub(crate) fn run(registry: &Registry, args: &ListArgs) -> u8 {
    let show = if args.all { Show::All } else { Show::Enabled };
    let mut tools = registry.list_tools(show);
    if let Some(tag) = &args.tag {
        tools.retain(|tool| tags(tool).iter().any(|own| own == tag));
    }
    if let Some(category) = &args.category {
        tools.retain(|tool| tool.metadata().category.as_deref() == Some(category));
    }
    if let Some(stage) = args.stage {
        tools.retain(|tool| tool.metadata().stages.contains(&stage));
    }
    if let Some(task) = &args.task {
        tools.retain(|tool| tool.metadata().task_types.iter().any(|own| own == task));
    }
    if let Some(entries) = &args.allow {
        match registry.resolve_allow_list(&AgentTools::new(entries.iter().cloned())) {
            Ok(allowed) => tools.retain(|tool| allowed.contains(tool.name())),
            Err(error) => return out::error(&error.to_string(), USAGE),
        }
    }
    ask_all(&tools);
    if args.json {
        let listed: Vec<Value> = tools.iter().map(entry).collect();
        return out::result(&pretty(&Value::Array(listed)));
    }
    if tools.is_empty() {
        out::note("No tool is to be listed; `tool list --all` shows every tool that there is.");
        return 0;
    }
    out::result(&table(&tools))
}

/// Availability checks may take a second each, and their answers are kept: ask side by side.
fn ask_all(tools: &[Tool]) {
    let share = tools.len().div_ceil(16).max(1);
    std::thread::scope(|scope| {
        for part in tools.chunks(share) {
            scope.spawn(|| part.iter().for_each(|tool| drop(tool.availability())));
        }
    });
}

fn table(tools: &[Tool]) -> String {
    let mut rows =
        vec![["NAME", "ACCESS", "COST", "STATE", "DESCRIPTION"].map(str::to_owned).to_vec()];
    for tool in tools {
        let metadata = tool.metadata();
        rows.push(vec![
            tool.qualified_name().into_owned(),
            metadata.declared_access.map_or("undeclared", |mode| mode.as_str()).to_owned(),
            metadata.cost_tier.to_string(),
            state(tool).to_owned(),
            tool.description().lines().next().unwrap_or_default().to_owned(),
        ]);
    }
    let table = text::columns(&rows);
    if !io::stdout().is_terminal() {
        return table;
    }
    let width = terminal::columns();
    let lines: Vec<String> = table.lines().map(|line| text::clipped(line, width)).collect();
    lines.join("\n")
}

/// The tags of a tool: its own, and the one that follows from its access mode.
pub(crate) fn tags(tool: &Tool) -> Vec<String> {
    let metadata = tool.metadata();
    let mode = metadata.decision_access().as_str().to_owned();
    metadata.tags.iter().map(|tag| tag.to_string()).chain([mode]).collect()
}

fn state(tool: &Tool) -> &'static str {
    if !tool.is_enabled() {
        "off"
    } else if tool.availability().is_err() {
        "unavailable"
    } else {
        "on"
    }
}

fn entry(tool: &Tool) -> Value {
    let metadata = tool.metadata();
    json!({
        "name": tool.name(),
        "qualified_name": tool.qualified_name(),
        "description": tool.description(),
        "aliases": metadata.aliases,
        "category": metadata.category,
        "tags": tags(tool),
        "access_mode": metadata.declared_access,
        "danger_level": metadata.danger_level,
        "cost_tier": metadata.cost_tier,
        "enabled": tool.is_enabled(),
        "unavailable": tool.availability().err(),
    })
}

pub(crate) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string())
}
