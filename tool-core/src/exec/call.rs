use std::sync::Arc;

use crate::{Cancel, Form, RawArguments};

/// One call of a tool, as a model or a person asks for it.
///
/// ```
/// use serde_json::json;
/// use tool_core::ToolCall;
/// let call = ToolCall::new("read", json!({"path": "README.md"})).id("call_7f");
/// assert_eq!(call.name, "read");
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ToolCall<'a> {
    /// The name or alias of the tool.
    pub name: String,
    /// The arguments.
    pub arguments: RawArguments<'a>,
    /// The id that the result is for; made by the executor if absent.
    pub call_id: Option<Arc<str>>,
    /// Raised to withdraw the call.
    pub cancel: Option<Cancel>,
}

impl<'a> ToolCall<'a> {
    /// A call of the tool `name`.
    pub fn new(name: impl Into<String>, arguments: impl Into<RawArguments<'a>>) -> Self {
        ToolCall { name: name.into(), arguments: arguments.into(), call_id: None, cancel: None }
    }

    /// Sets the id, as the provider gave it.
    #[must_use]
    pub fn id(mut self, id: impl Into<Arc<str>>) -> Self {
        self.call_id = Some(id.into());
        self
    }

    /// The form in which structured output is wanted: that of the arguments.
    pub(super) fn form(&self) -> Form {
        match self.arguments {
            RawArguments::Text(_) => Form::Text,
            RawArguments::Value(_) => Form::Value,
        }
    }

    /// The call of a tool: withdrawn with the call that makes it.
    pub(super) fn cancel_with(mut self, above: &Cancel) -> Self {
        self.cancel = Some(above.clone());
        self
    }

    /// The same call, with nothing borrowed.
    pub fn into_owned(self) -> ToolCall<'static> {
        let arguments = match self.arguments {
            RawArguments::Text(text) => RawArguments::from(text.into_owned()),
            RawArguments::Value(value) => RawArguments::Value(value),
        };
        ToolCall { name: self.name, arguments, call_id: self.call_id, cancel: self.cancel }
    }

    /// Withdraws the call when `cancel` is raised; its result is then `cancelled`.
    #[must_use]
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = Some(cancel);
        self
    }
}
