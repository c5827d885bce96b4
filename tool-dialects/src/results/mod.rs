//! Results of calls, in each dialect's form.

mod blocks;
mod chat;
mod ids;

use serde_json::Value;

use crate::calls::ParsedCall;
use crate::dialect::Dialect;
use crate::repair::ArgumentError;
use crate::report::{Action, Loss};

pub use ids::IdMap;

/// A part of a result.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Text for the model.
    Text(String),
    /// Data for the model.
    Json(Value),
    /// A picture.
    Image {
        /// For example `image/png`.
        mime_type: String,
        /// The bytes in base64.
        data: String,
    },
    /// A file.
    File {
        /// Its name, for the model.
        name: String,
        /// For example `application/pdf`.
        mime_type: String,
        /// The bytes in base64.
        data: String,
    },
}

/// The result of one call.
///
/// ```
/// use serde_json::json;
/// use tool_dialects::{CallResult, Dialect, render_results};
///
/// let results = [CallResult::text(Some("call_1"), "find", "2 files")];
/// let rendered = render_results(Dialect::OpenAi, &results);
/// assert_eq!(
///     rendered.messages[0],
///     json!({ "role": "tool", "tool_call_id": "call_1", "content": "2 files" }),
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CallResult {
    /// The id of the call.
    pub id: Option<String>,
    /// The tool that was called.
    pub name: String,
    /// What it gave.
    pub content: Vec<Content>,
    /// The call failed. Where a dialect has no flag, the text begins with `ERROR: `.
    pub is_error: bool,
}

impl CallResult {
    /// A result of some parts.
    pub fn new(id: Option<&str>, name: impl Into<String>, content: Vec<Content>) -> Self {
        Self { id: id.map(str::to_owned), name: name.into(), content, is_error: false }
    }

    /// A result of text.
    pub fn text(id: Option<&str>, name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(id, name, vec![Content::Text(text.into())])
    }

    /// A result of data.
    pub fn json(id: Option<&str>, name: impl Into<String>, data: Value) -> Self {
        Self::new(id, name, vec![Content::Json(data)])
    }

    /// A failure, in words for the model.
    pub fn error(id: Option<&str>, name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(id, name, text) }
    }

    /// The answer to a call whose arguments cannot be read.
    pub fn unreadable(call: &ParsedCall, error: &ArgumentError) -> Self {
        Self::error(call.id.as_deref(), call.name.clone(), error.to_string())
    }
}

/// Results in a dialect's form.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Rendered {
    /// What is appended to the conversation: messages, Responses' items, or MCP's results.
    pub messages: Vec<Value>,
    /// What the form could not carry.
    pub losses: Vec<Loss>,
}

/// Writes the results of one turn in a dialect's form.
///
/// Every call of a turn needs its result in the same order; Anthropic, Gemini and Bedrock take all
/// of them in one message.
pub fn render_results(dialect: Dialect, results: &[CallResult]) -> Rendered {
    let mut losses = Losses { dialect, list: Vec::new(), at: 0 };
    let messages = match dialect {
        Dialect::Anthropic => blocks::anthropic(results, &mut losses),
        Dialect::Bedrock => blocks::bedrock(results, &mut losses),
        Dialect::Gemini | Dialect::GeminiParameters => blocks::gemini(results),
        Dialect::Mcp | Dialect::Mcp2025 => blocks::mcp(results, dialect),
        Dialect::OpenAiResponses => chat::responses(results),
        _ => chat::messages(results, dialect, &mut losses),
    };
    Rendered { messages, losses: losses.list }
}

struct Losses {
    dialect: Dialect,
    list: Vec<Loss>,
    /// The result being written.
    at: usize,
}

impl Losses {
    /// A part that is said instead of shown.
    fn unseen(&mut self, content: &Content) -> String {
        let what = match content {
            Content::Image { mime_type, .. } => format!("image of type {mime_type}"),
            Content::File { name, mime_type, .. } => format!("file {name} of type {mime_type}"),
            _ => "part".to_owned(),
        };
        let source = crate::rules::plain(self.dialect, &crate::Options::new()).source;
        let reason = format!("{} shows the model no {what} in a result", self.dialect);
        self.list.push(Loss::new(format!("results/{}", self.at), Action::Dropped, reason, source));
        format!("[{what}, not shown here]")
    }
}

/// The id, or one made of the place where none was given.
fn id(result: &CallResult, at: usize) -> String {
    result.id.clone().unwrap_or_else(|| format!("call_{at}"))
}

/// Marks a failure in text. Text that is already marked is left alone.
fn marked(text: String, is_error: bool) -> String {
    if is_error && !text.starts_with("ERROR: ") { format!("ERROR: {text}") } else { text }
}

/// Text and data as one text; other parts as `unseen` says.
fn as_text(content: &[Content], mut unseen: impl FnMut(&Content) -> String) -> String {
    let part = |part: &Content| match part {
        Content::Text(text) => text.clone(),
        Content::Json(data) => data.to_string(),
        other => unseen(other),
    };
    content.iter().map(part).collect::<Vec<_>>().join("\n")
}
