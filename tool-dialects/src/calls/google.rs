//! Gemini.

use serde_json::Value;

use super::{ParsedCall, id_of, list_of};

pub(super) fn calls(body: &Value) -> Vec<ParsedCall> {
    let mut out = Vec::new();
    // The Live API sends calls outside of any candidate.
    for call in body.get("toolCall").map_or(&[][..], |call| list_of(call, "functionCalls")) {
        out.extend(one(call));
    }
    let candidates = list_of(body, "candidates");
    if candidates.is_empty() {
        content(body.get("content").unwrap_or(body), &mut out);
    }
    for candidate in candidates {
        let before = out.len();
        content(candidate.get("content").unwrap_or(&Value::Null), &mut out);
        let reason = candidate.get("finishReason").and_then(Value::as_str).unwrap_or_default();
        if out.len() == before {
            out.extend(broken(reason, candidate));
        }
    }
    out
}

/// A finish reason that stands for a call which the server could not read. Without an entry the
/// model would never hear of it.
pub(super) fn broken(reason: &str, candidate: &Value) -> Option<ParsedCall> {
    let known = ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"];
    if !known.contains(&reason) {
        return None;
    }
    let message = candidate.get("finishMessage").and_then(Value::as_str);
    Some(ParsedCall::malformed(message.unwrap_or(reason)))
}

fn content(content: &Value, out: &mut Vec<ParsedCall>) {
    for part in list_of(content, "parts") {
        out.extend(part.get("functionCall").and_then(one));
    }
}

pub(super) fn one(call: &Value) -> Option<ParsedCall> {
    let name = call.get("name").and_then(Value::as_str)?;
    Some(ParsedCall::new(id_of(call.get("id")), name, call.get("args").unwrap_or(&Value::Null)))
}
