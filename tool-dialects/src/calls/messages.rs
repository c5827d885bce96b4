//! Anthropic Messages and Bedrock Converse: calls are blocks of the content.

use serde_json::Value;

use super::{ParsedCall, id_of, list_of};

/// Blocks of type `tool_use`. Calls that run on the server (`server_tool_use`, `mcp_tool_use`) are
/// not ours to answer.
pub(super) fn anthropic(body: &Value) -> Vec<ParsedCall> {
    let message = body.get("message").unwrap_or(body);
    list_of(message, "content").iter().filter_map(anthropic_block).collect()
}

pub(super) fn anthropic_block(block: &Value) -> Option<ParsedCall> {
    if block.get("type").and_then(Value::as_str) != Some("tool_use") {
        return None;
    }
    let name = block.get("name").and_then(Value::as_str).unwrap_or_default();
    let input = block.get("input").unwrap_or(&Value::Null);
    Some(ParsedCall::new(id_of(block.get("id")), name, input))
}

pub(super) fn bedrock(body: &Value) -> Vec<ParsedCall> {
    let message = body.pointer("/output/message").or_else(|| body.get("message")).unwrap_or(body);
    let block = |block: &Value| {
        let call = block.get("toolUse")?;
        let name = call.get("name").and_then(Value::as_str).unwrap_or_default();
        let input = call.get("input").unwrap_or(&Value::Null);
        Some(ParsedCall::new(id_of(call.get("toolUseId")), name, input))
    };
    list_of(message, "content").iter().filter_map(block).collect()
}
