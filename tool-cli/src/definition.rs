//! A tool as dialects take it, and files of definitions.

use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value, json};
use tool_core::{AccessMode, DangerLevel, SchemaLevel, Tool};
use tool_dialects::Definition;

/// All that a form may want of a tool.
pub(crate) fn of(tool: &Tool, level: SchemaLevel) -> Definition {
    let shown = tool.definition(level);
    let description = shown.get("description").and_then(Value::as_str).unwrap_or_default();
    let metadata = tool.metadata();
    let schema = tool.schema(level).clone();
    let mut definition = Definition::new(tool.name(), description, schema)
        .with_annotations(annotations(tool))
        .deferred(metadata.deferred)
        .with_examples(metadata.call_examples.iter().cloned());
    if let Some(title) = &metadata.title {
        definition = definition.with_title(title.as_ref());
    }
    if let Some(output) = tool.output_schema() {
        definition = definition.with_output(output.clone());
    }
    definition
}

/// The hints of MCP 2025-11-25
/// (<https://modelcontextprotocol.io/specification/2025-11-25/server/tools>).
pub(crate) fn annotations(tool: &Tool) -> Map<String, Value> {
    let metadata = tool.metadata();
    let access = metadata.decision_access();
    let hints = json!({
        "readOnlyHint": matches!(access, AccessMode::Readonly | AccessMode::Network),
        "destructiveHint": is_destructive(access, metadata.danger_level),
        "idempotentHint": metadata.idempotent,
        "openWorldHint": matches!(access, AccessMode::Network | AccessMode::Mixed),
    });
    match hints {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Whether a call may destroy: a write of little danger adds, whatever may do more may do that.
fn is_destructive(access: AccessMode, danger: DangerLevel) -> bool {
    match access {
        AccessMode::Readonly | AccessMode::Network => false,
        AccessMode::Write => danger > DangerLevel::Low,
        AccessMode::Execute | AccessMode::Mixed => true,
    }
}

/// The JSON of a file, or of stdin.
pub(crate) fn read(path: &Path) -> Result<Value, String> {
    let name = path.display();
    let mut text = String::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_string(&mut text).map(drop)
    } else {
        std::fs::read_to_string(path).map(|read| text = read)
    };
    read.map_err(|error| format!("{name} cannot be read: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{name} is no JSON: {error}"))
}
