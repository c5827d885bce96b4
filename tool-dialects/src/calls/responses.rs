//! OpenAI Responses.

use serde_json::Value;

use super::{ParsedCall, id_of, list_of};

pub(super) fn calls(body: &Value) -> Vec<ParsedCall> {
    // The body, the list of items, or one item.
    let items = match body {
        Value::Array(items) => items.as_slice(),
        body if body.get("type").and_then(Value::as_str) == Some("function_call") => {
            std::slice::from_ref(body)
        }
        body => list_of(body, "output"),
    };
    items.iter().filter_map(item).collect()
}

pub(super) fn item(item: &Value) -> Option<ParsedCall> {
    if item.get("type").and_then(Value::as_str) != Some("function_call") {
        return None;
    }
    let name = item.get("name").and_then(Value::as_str).unwrap_or_default();
    // The result refers to `call_id`; `id` names the item.
    let id = id_of(item.get("call_id")).or_else(|| id_of(item.get("id")));
    Some(ParsedCall::new(id, name, item.get("arguments").unwrap_or(&Value::Null)))
}
