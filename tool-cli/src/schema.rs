//! `tool schema`: definitions in the form of MCP.

use serde_json::{Map, Value, json};
use tool_core::{AccessMode, DangerLevel, Registry, SchemaLevel, Show, Tool};

use crate::commands::{Level, SchemaArgs};
use crate::{exit, list};

pub(crate) fn run(registry: &Registry, args: &SchemaArgs) -> u8 {
    let level = match args.level {
        Level::Full => SchemaLevel::Full,
        Level::Compact => SchemaLevel::Compact,
        Level::Stub => SchemaLevel::Stub,
    };
    let mut tools = Vec::new();
    for name in &args.names {
        match exit::find(registry, name) {
            Some(tool) => tools.push(tool),
            None => return exit::no_tool(registry, name),
        }
    }
    if args.names.is_empty() {
        tools = registry.list_tools(Show::Enabled);
    }
    let definitions: Vec<Value> = tools.iter().map(|tool| definition(tool, level)).collect();
    exit::print(&list::pretty(&Value::Array(definitions)))
}

/// The definition of a tool as MCP 2025-11-25 has it
/// (<https://modelcontextprotocol.io/specification/2025-11-25/server/tools>).
fn definition(tool: &Tool, level: SchemaLevel) -> Value {
    let shown = tool.definition(level);
    let metadata = tool.metadata();
    let mut map = Map::new();
    map.insert("name".into(), tool.name().into());
    if let Some(title) = &metadata.title {
        map.insert("title".into(), title.as_ref().into());
    }
    map.insert("description".into(), shown.get("description").cloned().unwrap_or_default());
    map.insert("inputSchema".into(), tool.schema(level).clone());
    // MCP takes output schemas of objects only.
    if let Some(output) = tool.output_schema()
        && output.get("type").is_some_and(|kind| kind == "object")
    {
        map.insert("outputSchema".into(), output.clone());
    }
    let access = metadata.decision_access();
    map.insert(
        "annotations".into(),
        json!({
            "readOnlyHint": matches!(access, AccessMode::Readonly | AccessMode::Network),
            "destructiveHint": access.requires_approval() && metadata.danger_level > DangerLevel::Low,
            "idempotentHint": metadata.idempotent,
            "openWorldHint": matches!(access, AccessMode::Network | AccessMode::Mixed),
        }),
    );
    Value::Object(map)
}
