//! `tool check`: every tool against every dialect, and what a careful reader would say.

use serde_json::{Value, json};
use tool_core::{Registry, SchemaLevel, Show, testing};
use tool_dialects::{Action, Dialect, Options, lower};

use crate::commands::CheckArgs;
use crate::exit::FAILED;
use crate::{definition, find, list, out};

/// One thing that was found.
struct Found {
    tool: String,
    is_error: bool,
    text: String,
}

pub(crate) fn run(registry: &Registry, args: &CheckArgs) -> u8 {
    let tools = if args.names.is_empty() {
        registry.list_tools(Show::All)
    } else {
        match find::tools(registry, &args.names) {
            Ok(tools) => tools,
            Err(code) => return code,
        }
    };
    let mut found = Vec::new();
    for tool in &tools {
        let definition = definition::of(tool, SchemaLevel::Full);
        for dialect in Dialect::ALL {
            match lower(&definition, dialect, &Options::new().strict(true)) {
                Ok(lowered) => found.extend(
                    lowered
                        .losses
                        .iter()
                        // Forms without a strict one are not the tool's fault.
                        .filter(|loss| loss.action == Action::NonStrict && loss.path != "strict")
                        .map(|loss| Found {
                            tool: tool.name().to_owned(),
                            is_error: false,
                            text: format!(
                                "{dialect}: not strict at {}: {}",
                                loss.path, loss.reason
                            ),
                        }),
                ),
                Err(error) => found.push(Found {
                    tool: tool.name().to_owned(),
                    is_error: true,
                    text: format!("{dialect}: {error}"),
                }),
            }
        }
    }
    let named = |finding: &testing::Finding| tools.iter().any(|tool| tool.name() == finding.tool);
    found.extend(testing::lint(registry).into_iter().filter(named).map(|finding| Found {
        tool: finding.tool,
        is_error: false,
        text: finding.advice,
    }));
    found.sort_by(|a, b| (&a.tool, !a.is_error).cmp(&(&b.tool, !b.is_error)));
    let errors = found.iter().filter(|one| one.is_error).count();
    print(&found, tools.len(), errors, args.json);
    if errors > 0 { FAILED } else { 0 }
}

fn print(found: &[Found], tools: usize, errors: usize, as_json: bool) {
    let kind = |one: &Found| if one.is_error { "error" } else { "warning" };
    if as_json {
        let listed: Vec<Value> = found
            .iter()
            .map(|one| json!({"tool": one.tool, "kind": kind(one), "text": one.text}))
            .collect();
        out::result(&list::pretty(&Value::Array(listed)));
        return;
    }
    let lines: String =
        found.iter().map(|one| format!("{}: `{}`: {}\n", kind(one), one.tool, one.text)).collect();
    let warnings = found.len() - errors;
    out::result(&format!(
        "{lines}{tools} tools, {} dialects: {errors} errors, {warnings} warnings",
        Dialect::ALL.len()
    ));
}
