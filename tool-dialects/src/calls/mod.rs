//! Tool calls out of responses.

mod chat;
mod google;
mod messages;
mod responses;
mod stream;

use serde_json::Value;

use crate::dialect::Dialect;
use crate::lower::Lowered;
use crate::repair::{ArgumentError, Repair, repair_arguments};

pub use stream::StreamAssembler;

/// One call of a model.
///
/// A call whose arguments cannot be read is still a call: it has an id and a name, and needs a
/// result, or the next request is refused by most providers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ParsedCall {
    /// What the result must refer to. Gemini and Ollama may give none.
    pub id: Option<String>,
    /// The tool, as the model named it. Empty if the provider did not say.
    pub name: String,
    /// The arguments: an object in the dialect's shape, not yet restored; or why there are none.
    pub arguments: Result<Value, ArgumentError>,
    /// The arguments as they came.
    pub raw: String,
    /// What was put right in the arguments.
    pub repairs: Vec<Repair>,
}

impl ParsedCall {
    /// A call with arguments as they came: text, an object, or nothing.
    pub(crate) fn new(id: Option<String>, name: impl Into<String>, arguments: &Value) -> Self {
        let name = name.into();
        let (raw, outcome) = match arguments {
            Value::String(text) => (text.clone(), repair_arguments(text)),
            Value::Null => (String::new(), repair_arguments("")),
            Value::Object(_) => (arguments.to_string(), Ok((arguments.clone(), Vec::new()))),
            other => {
                let found = crate::schema::json_type(other);
                (other.to_string(), Err(ArgumentError::NotAnObject { found }))
            }
        };
        let (arguments, repairs) = match outcome {
            Ok((value, repairs)) => (Ok(value), repairs),
            Err(error) => (Err(error), Vec::new()),
        };
        Self { id, name, arguments, raw, repairs }
    }

    /// A call that the provider itself could not read.
    pub(crate) fn malformed(reason: &str) -> Self {
        Self {
            id: None,
            name: String::new(),
            arguments: Err(ArgumentError::Malformed { reason: reason.to_owned() }),
            raw: String::new(),
            repairs: Vec::new(),
        }
    }

    /// The arguments in the shape of the definition.
    ///
    /// # Errors
    ///
    /// The error of [`arguments`](Self::arguments), whose text is for the model.
    pub fn restored(&self, tool: &Lowered) -> Result<Value, ArgumentError> {
        self.arguments.clone().map(|arguments| tool.restore(arguments))
    }
}

/// Every tool call in a response, in order.
///
/// Takes the response's body or the message in it. A response without calls gives none.
///
/// ```
/// use serde_json::json;
/// use tool_dialects::{Dialect, parse_response};
///
/// let body = json!({ "choices": [{ "message": { "tool_calls": [
///     { "id": "call_1", "type": "function",
///       "function": { "name": "find", "arguments": "{\"pattern\": \"*.rs\",}" } },
/// ] } }] });
/// let calls = parse_response(Dialect::OpenAi, &body);
/// assert_eq!(calls[0].name, "find");
/// assert_eq!(calls[0].arguments, Ok(json!({ "pattern": "*.rs" })));
/// ```
pub fn parse_response(dialect: Dialect, body: &Value) -> Vec<ParsedCall> {
    match dialect {
        Dialect::OpenAi
        | Dialect::Mistral
        | Dialect::Cohere
        | Dialect::Xai
        | Dialect::DeepSeek
        | Dialect::Ollama
        | Dialect::LlamaCpp
        | Dialect::Vllm => chat::calls(body),
        Dialect::OpenAiResponses => responses::calls(body),
        Dialect::Anthropic => messages::anthropic(body),
        Dialect::Bedrock => messages::bedrock(body),
        Dialect::Gemini | Dialect::GeminiParameters => google::calls(body),
        Dialect::Mcp | Dialect::Mcp2025 => mcp(body),
    }
}

/// An MCP server is called by JSON-RPC; the id of the request is the id of the call.
fn mcp(body: &Value) -> Vec<ParsedCall> {
    let one = |request: &Value| {
        let params = request.get("params")?;
        let method = request.get("method").and_then(Value::as_str);
        if method.is_some_and(|method| method != "tools/call") {
            return None;
        }
        let name = params.get("name").and_then(Value::as_str)?;
        let arguments = params.get("arguments").unwrap_or(&Value::Null);
        Some(ParsedCall::new(id_of(request.get("id")), name, arguments))
    };
    match body {
        Value::Array(requests) => requests.iter().filter_map(one).collect(),
        request => one(request).into_iter().collect(),
    }
}

/// An id of any shape as text. Empty is none.
pub(crate) fn id_of(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

pub(crate) fn list_of<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
