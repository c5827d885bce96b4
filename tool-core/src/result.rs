//! How a call ended, with what.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Form, Status, ToolError, ToolOutput};

/// The one result of a call.
///
/// ```
/// use tool_core::{ToolError, ToolOutput, ToolResult};
/// let good = ToolResult::ok(ToolOutput::text("3 files"));
/// assert_eq!(good.to_text(), "3 files");
/// let bad = ToolResult::from(ToolError::new("no such branch").hint("list them first"));
/// assert_eq!(bad.to_text(), "ERROR: no such branch\nlist them first");
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolResult {
    /// Whether the call succeeded.
    pub success: bool,
    /// What it gave.
    pub output: ToolOutput,
    /// Why it failed, for the model.
    pub error: Option<String>,
    /// Facts about the call: repairs, counts, the alias it came by.
    pub metadata: Metadata,
    /// How it ended.
    pub status: Status,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// What the model could do instead.
    pub hint: Option<String>,
    /// What the executor adds, each a block of its own behind the output: suggestions, warnings.
    pub notes: Vec<String>,
    /// Text for the operator; never part of [`to_text`](ToolResult::to_text) or of JSON.
    pub(crate) operator: Option<String>,
}

impl ToolResult {
    /// A success with structured data, or the failure to write it as JSON.
    pub(crate) fn of_data<T: Serialize>(data: &T, form: Form) -> Self {
        match ToolOutput::serialize(data, form) {
            Ok(output) => ToolResult::with(output, Status::Ok),
            Err(error) => (*error).into(),
        }
    }

    /// A success. Without any output the status is [`Status::Empty`].
    pub fn ok(output: impl Into<ToolOutput>) -> Self {
        let output = output.into();
        let status = if output.is_none() { Status::Empty } else { Status::Ok };
        ToolResult::with(output, status)
    }

    #[inline(always)]
    fn with(output: ToolOutput, status: Status) -> Self {
        ToolResult {
            success: true,
            output,
            error: None,
            metadata: Metadata::default(),
            status,
            retryable: false,
            hint: None,
            notes: Vec::new(),
            operator: None,
        }
    }

    /// A failure with the text that the model sees.
    ///
    /// A status of success becomes [`Status::Failed`].
    pub fn failed(status: Status, message: impl Into<String>) -> Self {
        ToolResult {
            success: false,
            output: ToolOutput::none(),
            error: Some(message.into()),
            metadata: Metadata::default(),
            status: if status.is_success() { Status::Failed } else { status },
            retryable: false,
            hint: None,
            notes: Vec::new(),
            operator: None,
        }
    }

    /// Adds what the model could do instead.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a fact about the call.
    #[must_use]
    pub fn with_metadata(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.metadata.insert(key.into(), value.into());
        self
    }

    /// Text for the operator: the chain of an error, the payload of a panic.
    pub fn operator_text(&self) -> Option<&str> {
        self.operator.as_deref()
    }

    pub(crate) fn with_operator(mut self, detail: impl Into<String>) -> Self {
        self.operator = Some(detail.into());
        self
    }

    /// What the model sees.
    ///
    /// Errors start with `ERROR: `, denials do not; a hint follows on a line of its own, and notes
    /// behind an empty line each.
    pub fn to_text(&self) -> Cow<'_, str> {
        let text = self.own_text();
        if self.notes.is_empty() {
            return text;
        }
        let mut text = text.into_owned();
        for note in &self.notes {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(note);
        }
        Cow::Owned(text)
    }

    /// The bytes of what the model sees.
    pub(crate) fn shown_bytes(&self) -> usize {
        let plain = self.success && self.hint.is_none() && self.notes.is_empty();
        match (plain, self.output.own_text()) {
            (true, Some(text)) => text.len(),
            _ => self.to_text().len(),
        }
    }

    /// What the model sees of the tool's own.
    fn own_text(&self) -> Cow<'_, str> {
        if self.success {
            return match (&self.hint, self.output.to_text()) {
                (None, text) => text,
                (Some(hint), text) if text.is_empty() => Cow::Owned(hint.clone()),
                (Some(hint), text) => Cow::Owned(format!("{text}\n{hint}")),
            };
        }
        let message = self.error.as_deref().unwrap_or("the tool failed without a message");
        let mut text = String::with_capacity(message.len() + 8);
        if !self.status.is_denial() {
            text.push_str("ERROR: ");
        }
        text.push_str(message);
        let output = self.output.to_text();
        if !output.is_empty() {
            text.push('\n');
            text.push_str(&output);
        }
        if let Some(hint) = &self.hint {
            text.push('\n');
            text.push_str(hint);
        }
        Cow::Owned(text)
    }

    /// The result as one JSON object: `success`, `status`, `output`, `text`, `attachments` (media
    /// type and size of each), `error`, `hint`, `notes`, `retryable`, `metadata`; absent parts are left out.
    pub fn to_json(&self) -> Value {
        let mut map = Map::new();
        map.insert("success".into(), self.success.into());
        map.insert("status".into(), self.status.as_str().into());
        if let Some(value) = self.output.value() {
            map.insert("output".into(), value.into_owned());
        } else if let Some(text) = self.output.own_text() {
            map.insert("output".into(), text.into());
        }
        if let (true, Some(text)) = (self.output.has_data(), self.output.own_text()) {
            map.insert("text".into(), text.into());
        }
        if !self.output.attachments().is_empty() {
            let attached = self.output.attachments().iter();
            let listed = attached.map(|one| {
                serde_json::json!({"media_type": one.media_type(), "bytes": one.bytes().len()})
            });
            map.insert("attachments".into(), listed.collect());
        }
        if let Some(error) = &self.error {
            map.insert("error".into(), error.as_str().into());
        }
        if let Some(hint) = &self.hint {
            map.insert("hint".into(), hint.as_str().into());
        }
        if !self.notes.is_empty() {
            map.insert("notes".into(), self.notes.clone().into());
        }
        if self.retryable {
            map.insert("retryable".into(), true.into());
        }
        if !self.metadata.is_empty() {
            map.insert("metadata".into(), Value::Object((*self.metadata).clone()));
        }
        Value::Object(map)
    }
}

/// Facts about a call, by name. It is a map that takes no room while it is empty, as it is for
/// most calls.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metadata(Option<Box<Map<String, Value>>>);

static NO_FACTS: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

impl Deref for Metadata {
    type Target = Map<String, Value>;

    fn deref(&self) -> &Self::Target {
        self.0.as_deref().unwrap_or_else(|| &NO_FACTS)
    }
}

impl DerefMut for Metadata {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.get_or_insert_default()
    }
}

impl From<ToolError> for ToolResult {
    fn from(error: ToolError) -> Self {
        let mut result = ToolResult::failed(error.status_code(), error.message());
        result.hint = error.hint_text().map(str::to_owned);
        result.retryable = error.is_retryable();
        result.operator = error.operator_text().map(str::to_owned);
        result
    }
}

impl<T: Into<ToolOutput>> From<Result<T, ToolError>> for ToolResult {
    fn from(result: Result<T, ToolError>) -> Self {
        match result {
            Ok(output) => ToolResult::ok(output),
            Err(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_so_and_a_denial_does_not() {
        let failed = ToolResult::failed(Status::Failed, "no such file");
        assert_eq!(failed.to_text(), "ERROR: no such file");
        let denied = ToolResult::failed(Status::Denied, "The person said no.");
        assert_eq!(denied.to_text(), "The person said no.");
    }

    #[test]
    fn a_failure_cannot_carry_a_status_of_success() {
        assert_eq!(ToolResult::failed(Status::Ok, "x").status, Status::Failed);
    }

    #[test]
    fn operator_text_stays_out_of_text_and_json() {
        let result = ToolResult::from(ToolError::new("failed").operator("db password wrong"));
        assert!(!result.to_text().contains("password"));
        assert!(!result.to_json().to_string().contains("password"));
        assert_eq!(result.operator_text(), Some("db password wrong"));
    }
}
