//! Chat Completions, and what is shaped like it.

use serde_json::Value;

use super::{ParsedCall, id_of, list_of};

/// The calls of every message of a body.
pub(super) fn calls(body: &Value) -> Vec<ParsedCall> {
    let mut out = Vec::new();
    let choices = list_of(body, "choices");
    if choices.is_empty() {
        // Cohere and Ollama have one `message`; or this is the message itself.
        message(body.get("message").unwrap_or(body), &mut out);
    }
    // Some gateways put text and calls of one answer into separate choices.
    for choice in choices {
        message(choice.get("message").unwrap_or(choice), &mut out);
    }
    out
}

fn message(message: &Value, out: &mut Vec<ParsedCall>) {
    for call in list_of(message, "tool_calls") {
        out.extend(one(call));
    }
    // The form before `tool_calls`; some gateways still answer in it.
    if let Some(call) = message.get("function_call").filter(|call| call.is_object()) {
        out.extend(one(call));
    }
}

/// One entry. A call without a name is kept: it needs an answer all the same.
fn one(call: &Value) -> Option<ParsedCall> {
    if !call.is_object() {
        return None;
    }
    let function = call.get("function").unwrap_or(call);
    let name = function.get("name").and_then(Value::as_str).unwrap_or_default();
    let arguments = function.get("arguments").unwrap_or(&Value::Null);
    let id = id_of(call.get("id"));
    // Mistral writes the id "null" where it has none.
    let id = id.filter(|id| id != "null");
    Some(ParsedCall::new(id, name, arguments))
}
