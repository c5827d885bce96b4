//! `tool schema`: definitions in the form of MCP.

use serde_json::{Map, Value, json};
use tool_core::{AccessMode, DangerLevel, Registry, SchemaLevel, Show, Tool};

use crate::commands::{Level, SchemaArgs};
use crate::{find, list, out};

pub(crate) fn run(registry: &Registry, args: &SchemaArgs) -> u8 {
    let level = match args.level {
        Level::Full => SchemaLevel::Full,
        Level::Compact => SchemaLevel::Compact,
        Level::Stub => SchemaLevel::Stub,
    };
    let tools = if args.names.is_empty() {
        registry.list_tools(Show::Enabled)
    } else {
        match find::tools(registry, &args.names) {
            Ok(tools) => tools,
            Err(code) => return code,
        }
    };
    let definitions: Vec<Value> = tools.iter().map(|tool| definition(tool, level)).collect();
    out::result(&list::pretty(&Value::Array(definitions)))
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
            "destructiveHint": is_destructive(access, metadata.danger_level),
            "idempotentHint": metadata.idempotent,
            "openWorldHint": matches!(access, AccessMode::Network | AccessMode::Mixed),
        }),
    );
    Value::Object(map)
}

/// Whether a call may destroy: a write of little danger adds, whatever may do more may do that.
fn is_destructive(access: AccessMode, danger: DangerLevel) -> bool {
    match access {
        AccessMode::Readonly | AccessMode::Network => false,
        AccessMode::Write => danger > DangerLevel::Low,
        AccessMode::Execute | AccessMode::Mixed => true,
    }
}
