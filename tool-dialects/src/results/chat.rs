//! One message a result: Chat Completions and its relatives, and Responses.

use serde_json::{Value, json};

use super::{CallResult, Content, IdMap, Losses, as_text, id, marked};
use crate::dialect::Dialect;

pub(super) fn messages(
    results: &[CallResult],
    dialect: Dialect,
    losses: &mut Losses,
) -> Vec<Value> {
    let mut ids = IdMap::new();
    let mut out = Vec::with_capacity(results.len());
    for (at, result) in results.iter().enumerate() {
        losses.at = at;
        let id = id(result, at);
        // Only llama.cpp takes pictures here.
        let shows = dialect == Dialect::LlamaCpp
            && result.content.iter().any(|part| matches!(part, Content::Image { .. }));
        let content = if shows {
            parts(result, losses)
        } else {
            let text = as_text(&result.content, |part| losses.unseen(part));
            Value::String(marked(text, result.is_error && dialect != Dialect::Cohere))
        };
        out.push(match dialect {
            Dialect::Mistral => json!({
                "role": "tool",
                "tool_call_id": ids.to_mistral(&id),
                "name": result.name,
                "content": content,
            }),
            Dialect::Ollama => {
                json!({ "role": "tool", "tool_name": result.name, "content": content })
            }
            Dialect::Cohere => {
                let data = cohere(result, content);
                let document = json!({ "type": "document", "document": { "data": data } });
                json!({ "role": "tool", "tool_call_id": id, "content": [document] })
            }
            _ => json!({ "role": "tool", "tool_call_id": id, "content": content }),
        });
    }
    out
}

/// Cohere's documents are objects: data that is one goes as it is.
fn cohere(result: &CallResult, content: Value) -> Value {
    match (result.content.as_slice(), result.is_error) {
        ([Content::Json(data @ Value::Object(_))], false) => data.clone(),
        ([Content::Json(data)], false) => json!({ "output": data }),
        (_, true) => json!({ "error": content }),
        (_, false) => json!({ "output": content }),
    }
}

fn parts(result: &CallResult, losses: &mut Losses) -> Value {
    let mut parts = Vec::new();
    for content in &result.content {
        parts.push(match content {
            Content::Image { mime_type, data } => {
                let url = format!("data:{mime_type};base64,{data}");
                json!({ "type": "image_url", "image_url": { "url": url } })
            }
            other => {
                let text = as_text(std::slice::from_ref(other), |part| losses.unseen(part));
                json!({ "type": "text", "text": marked(text, result.is_error) })
            }
        });
    }
    Value::Array(parts)
}

pub(super) fn responses(results: &[CallResult]) -> Vec<Value> {
    let one = |(at, result): (usize, &CallResult)| {
        let plain = |part: &Content| matches!(part, Content::Text(_) | Content::Json(_));
        let output = if result.content.iter().all(plain) {
            let text = as_text(&result.content, |_| String::new());
            Value::String(marked(text, result.is_error))
        } else {
            result.content.iter().map(|part| response_part(part, result.is_error)).collect()
        };
        json!({ "type": "function_call_output", "call_id": id(result, at), "output": output })
    };
    results.iter().enumerate().map(one).collect()
}

fn response_part(part: &Content, is_error: bool) -> Value {
    match part {
        Content::Text(text) => {
            json!({ "type": "input_text", "text": marked(text.clone(), is_error) })
        }
        Content::Json(data) => json!({ "type": "input_text", "text": data.to_string() }),
        Content::Image { mime_type, data } => {
            json!({ "type": "input_image", "image_url": format!("data:{mime_type};base64,{data}") })
        }
        Content::File { name, mime_type, data } => json!({
            "type": "input_file",
            "filename": name,
            "file_data": format!("data:{mime_type};base64,{data}"),
        }),
    }
}
