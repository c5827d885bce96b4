//! All results of a turn in one message: Anthropic, Bedrock and Gemini; and MCP's own.

use serde_json::{Map, Value, json};

use super::{CallResult, Content, Losses, as_text, id};
use crate::dialect::Dialect;
use crate::lower::RESULT;

pub(super) fn anthropic(results: &[CallResult], losses: &mut Losses) -> Vec<Value> {
    let mut blocks = Vec::with_capacity(results.len());
    for (at, result) in results.iter().enumerate() {
        losses.at = at;
        let content = match result.content.as_slice() {
            [Content::Text(text)] => Value::String(text.clone()),
            [Content::Json(data)] => Value::String(data.to_string()),
            parts => parts.iter().map(|part| anthropic_part(part, losses)).collect(),
        };
        let mut block = json!({
            "type": "tool_result",
            "tool_use_id": id(result, at),
            "content": content,
        });
        if let (true, Some(map)) = (result.is_error, block.as_object_mut()) {
            map.insert("is_error".to_owned(), true.into());
        }
        blocks.push(block);
    }
    user(Value::Array(blocks), "content")
}

fn anthropic_part(part: &Content, losses: &mut Losses) -> Value {
    let source = |mime_type: &str, data: &str| json!({ "type": "base64", "media_type": mime_type, "data": data });
    match part {
        Content::Text(text) => json!({ "type": "text", "text": text }),
        Content::Json(data) => json!({ "type": "text", "text": data.to_string() }),
        Content::Image { mime_type, data } => {
            json!({ "type": "image", "source": source(mime_type, data) })
        }
        Content::File { name, mime_type, data } if mime_type == "application/pdf" => {
            json!({ "type": "document", "source": source(mime_type, data), "title": name })
        }
        Content::File { .. } => json!({ "type": "text", "text": losses.unseen(part) }),
    }
}

pub(super) fn bedrock(results: &[CallResult], losses: &mut Losses) -> Vec<Value> {
    let mut blocks = Vec::with_capacity(results.len());
    for (at, result) in results.iter().enumerate() {
        losses.at = at;
        let content: Vec<Value> =
            result.content.iter().map(|part| bedrock_part(part, losses)).collect();
        let mut inner = json!({ "toolUseId": id(result, at), "content": content });
        // Llama and Mistral behind Bedrock refuse the flag, so it is sent where it says something.
        if let (true, Some(map)) = (result.is_error, inner.as_object_mut()) {
            map.insert("status".to_owned(), "error".into());
        }
        blocks.push(json!({ "toolResult": inner }));
    }
    user(Value::Array(blocks), "content")
}

fn bedrock_part(part: &Content, losses: &mut Losses) -> Value {
    match part {
        Content::Text(text) => json!({ "text": text }),
        Content::Json(data @ Value::Object(_)) => json!({ "json": data }),
        Content::Json(data) => json!({ "text": data.to_string() }),
        Content::Image { mime_type, data } => match mime_type.strip_prefix("image/") {
            Some(format @ ("png" | "jpeg" | "gif" | "webp")) => {
                json!({ "image": { "format": format, "source": { "bytes": data } } })
            }
            _ => json!({ "text": losses.unseen(part) }),
        },
        Content::File { name, mime_type, data } => match document_format(mime_type) {
            Some(format) => {
                let source = json!({ "bytes": data });
                json!({ "document": { "format": format, "name": safe(name), "source": source } })
            }
            None => json!({ "text": losses.unseen(part) }),
        },
    }
}

fn document_format(mime_type: &str) -> Option<&'static str> {
    Some(match mime_type {
        "application/pdf" => "pdf",
        "text/csv" => "csv",
        "text/html" => "html",
        "text/plain" => "txt",
        "text/markdown" => "md",
        _ => return None,
    })
}

/// Bedrock takes letters, digits, blanks, hyphens, parentheses and brackets in a document's name.
fn safe(name: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || "-()[] ".contains(c);
    name.chars().map(|c| if keep(c) { c } else { '-' }).collect()
}

/// `response` must be an object, so what was given stands under `output` or `error`.
pub(super) fn gemini(results: &[CallResult]) -> Vec<Value> {
    let one = |result: &CallResult| {
        let shown = |part: &&Content| matches!(part, Content::Image { .. } | Content::File { .. });
        let said: Vec<Content> =
            result.content.iter().filter(|part| !shown(part)).cloned().collect();
        let output = match said.as_slice() {
            [Content::Json(data)] => data.clone(),
            parts => Value::String(as_text(parts, |_| String::new())),
        };
        let key = if result.is_error { "error" } else { "output" };
        let mut inner = Map::new();
        inner.insert("name".to_owned(), result.name.clone().into());
        if let Some(id) = &result.id {
            inner.insert("id".to_owned(), id.clone().into());
        }
        inner.insert("response".to_owned(), json!({ key: output }));
        let parts: Vec<Value> = result.content.iter().filter_map(inline).collect();
        if !parts.is_empty() {
            inner.insert("parts".to_owned(), Value::Array(parts));
        }
        json!({ "functionResponse": inner })
    };
    user(results.iter().map(one).collect(), "parts")
}

fn inline(part: &Content) -> Option<Value> {
    match part {
        Content::Image { mime_type, data } => {
            Some(json!({ "inlineData": { "mimeType": mime_type, "data": data } }))
        }
        Content::File { name, mime_type, data } => Some(json!({
            "inlineData": { "mimeType": mime_type, "data": data, "displayName": name },
        })),
        _ => None,
    }
}

fn user(content: Value, key: &str) -> Vec<Value> {
    if content.as_array().is_some_and(Vec::is_empty) {
        return Vec::new();
    }
    vec![json!({ "role": "user", key: content })]
}

/// `CallToolResult`, one a call.
pub(super) fn mcp(results: &[CallResult], dialect: Dialect) -> Vec<Value> {
    let one = |result: &CallResult| {
        let mut out = Map::new();
        if dialect == Dialect::Mcp {
            out.insert("resultType".to_owned(), "complete".into());
        }
        out.insert("content".to_owned(), result.content.iter().map(mcp_part).collect());
        let data = result.content.iter().find_map(|part| match part {
            Content::Json(data) if !result.is_error => Some(data.clone()),
            _ => None,
        });
        if let Some(data) = data {
            // Until 2025-11-25 only an object could stand here.
            let fits = dialect == Dialect::Mcp || data.is_object();
            let data = if fits { data } else { json!({ RESULT: data }) };
            out.insert("structuredContent".to_owned(), data);
        }
        if result.is_error {
            out.insert("isError".to_owned(), true.into());
        }
        Value::Object(out)
    };
    results.iter().map(one).collect()
}

fn mcp_part(part: &Content) -> Value {
    match part {
        Content::Text(text) => json!({ "type": "text", "text": text }),
        Content::Json(data) => json!({ "type": "text", "text": data.to_string() }),
        Content::Image { mime_type, data } => {
            json!({ "type": "image", "mimeType": mime_type, "data": data })
        }
        Content::File { name, mime_type, data } => {
            let uri = format!("attachment:///{}", name.replace(['/', ' '], "_"));
            let resource = json!({ "uri": uri, "mimeType": mime_type, "blob": data });
            json!({ "type": "resource", "resource": resource })
        }
    }
}
