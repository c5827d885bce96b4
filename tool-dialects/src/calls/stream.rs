//! Calls that arrive in pieces.

mod blocks;
mod deltas;
mod parts;

use serde_json::Value;

use super::ParsedCall;
use crate::dialect::Dialect;
use blocks::Blocks;
use deltas::{ChatDeltas, ResponseEvents};
use parts::Parts;

/// Puts the events of a stream together into calls.
///
/// ```
/// use serde_json::json;
/// use tool_dialects::{Dialect, StreamAssembler};
///
/// let mut stream = StreamAssembler::new(Dialect::Anthropic);
/// stream.push(&json!({ "type": "content_block_start", "index": 0,
///     "content_block": { "type": "tool_use", "id": "toolu_1", "name": "find", "input": {} } }));
/// for part in ["{\"pat", "tern\": \"*\"}"] {
///     stream.push(&json!({ "type": "content_block_delta", "index": 0,
///         "delta": { "type": "input_json_delta", "partial_json": part } }));
/// }
/// let calls = stream.finish();
/// assert_eq!(calls[0].arguments, Ok(json!({ "pattern": "*" })));
/// ```
#[derive(Debug)]
pub struct StreamAssembler {
    state: State,
}

#[derive(Debug)]
enum State {
    Chat(ChatDeltas),
    Responses(ResponseEvents),
    Blocks(Blocks),
    Parts(Parts),
    /// No stream of pieces: each message has whole calls.
    Whole(Vec<ParsedCall>, Dialect),
}

impl StreamAssembler {
    /// An empty stream of a dialect.
    pub fn new(dialect: Dialect) -> Self {
        let state = match dialect {
            Dialect::OpenAiResponses => State::Responses(ResponseEvents::default()),
            Dialect::Anthropic | Dialect::Bedrock | Dialect::Cohere => {
                State::Blocks(Blocks::default())
            }
            Dialect::Gemini | Dialect::GeminiParameters => State::Parts(Parts::default()),
            Dialect::Ollama | Dialect::Mcp | Dialect::Mcp2025 => State::Whole(Vec::new(), dialect),
            _ => State::Chat(ChatDeltas::default()),
        };
        Self { state }
    }

    /// Takes the data of one event. What is no part of a call is passed over.
    pub fn push(&mut self, event: &Value) {
        match &mut self.state {
            State::Chat(deltas) => deltas.push(event),
            State::Responses(events) => events.push(event),
            State::Blocks(blocks) => blocks.push(event),
            State::Parts(parts) => parts.push(event),
            State::Whole(calls, dialect) => calls.extend(super::parse_response(*dialect, event)),
        }
    }

    /// The calls, in the order in which they began. A call that was cut off is among them, with an
    /// error for its arguments.
    pub fn finish(self) -> Vec<ParsedCall> {
        match self.state {
            State::Chat(deltas) => deltas.finish(),
            State::Responses(events) => events.finish(),
            State::Blocks(blocks) => blocks.finish(),
            State::Parts(parts) => parts.finish(),
            State::Whole(calls, _) => calls,
        }
    }
}

/// A call on its way.
#[derive(Debug, Default)]
struct Pending {
    /// What the stream calls it: an index, or an item's id.
    key: String,
    id: Option<String>,
    name: String,
    text: String,
    /// Arguments that came whole.
    whole: Option<Value>,
}

impl Pending {
    fn call(self) -> ParsedCall {
        let whole = self.whole.filter(|value| {
            // An empty object at the start is a place holder for the pieces.
            self.text.is_empty() || value.as_object().is_some_and(|map| !map.is_empty())
        });
        let arguments = whole.unwrap_or(Value::String(self.text));
        ParsedCall::new(self.id, self.name, &arguments)
    }

    /// Some gateways repeat the name in every piece, others send it in pieces.
    fn add_name(&mut self, part: &str) {
        if self.name != part && self.text.is_empty() {
            self.name.push_str(part);
        }
    }

    fn add_arguments(&mut self, part: &Value) {
        match part {
            Value::String(text) => self.text.push_str(text),
            Value::Null => {}
            whole => self.whole = Some(whole.clone()),
        }
    }
}
