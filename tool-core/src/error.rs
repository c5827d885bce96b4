//! What a tool returns when it fails.

use std::borrow::Cow;
use std::fmt;

use crate::Status;

/// A failed call: one text for the model, and another for the operator.
///
/// Any error converts with `?`: the model sees its top message, the operator the whole chain.
///
/// ```
/// use tool_core::ToolError;
///
/// fn parse(text: &str) -> Result<u32, ToolError> {
///     if text.is_empty() {
///         return Err(ToolError::new("nothing to parse").hint("pass the number as digits"));
///     }
///     Ok(text.parse::<u32>()?)
/// }
/// let error = parse("x").unwrap_err();
/// assert_eq!(error.message(), "invalid digit found in string");
/// ```
pub struct ToolError(Box<Inner>);

struct Inner {
    status: Status,
    message: Cow<'static, str>,
    operator: Option<String>,
    hint: Option<Cow<'static, str>>,
    retryable: bool,
}

impl ToolError {
    /// A failure with the text that the model sees.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        ToolError(Box::new(Inner {
            status: Status::Failed,
            message: message.into(),
            operator: None,
            hint: None,
            retryable: false,
        }))
    }

    /// What the model could do instead.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Text for the operator only: logs and audit, never the model.
    #[must_use]
    pub fn operator(mut self, detail: impl Into<String>) -> Self {
        self.0.operator = Some(detail.into());
        self
    }

    /// Says that the same call may succeed later; an idempotent tool is then tried again.
    #[must_use]
    pub fn retryable(mut self) -> Self {
        self.0.retryable = true;
        self
    }

    /// Ends the call in another failed status than [`Status::Failed`].
    ///
    /// A status of success is kept as [`Status::Failed`]: an error is never a success.
    #[must_use]
    pub fn status(mut self, status: Status) -> Self {
        if !status.is_success() {
            self.0.status = status;
        }
        self
    }

    /// The text that the model sees.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What the model could do instead.
    pub fn hint_text(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The text for the operator.
    pub fn operator_text(&self) -> Option<&str> {
        self.0.operator.as_deref()
    }

    /// Whether the same call may succeed later.
    pub fn is_retryable(&self) -> bool {
        self.0.retryable
    }

    /// The status that the call ends in.
    pub fn status_code(&self) -> Status {
        self.0.status
    }

    /// An error from anything that can be shown: the text is what the model sees.
    pub fn from_display(error: impl fmt::Display) -> Self {
        ToolError::new(error.to_string())
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("status", &self.0.status)
            .field("message", &self.0.message)
            .field("operator", &self.0.operator)
            .field("hint", &self.0.hint)
            .field("retryable", &self.0.retryable)
            .finish()
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

// `ToolError` is no `std::error::Error` itself, so that every such error can become one.
impl<E> From<E> for ToolError
where
    E: std::error::Error + Send + Sync + 'static,
{
    fn from(error: E) -> Self {
        let message = error.to_string();
        let mut chain = String::new();
        let mut source = error.source();
        while let Some(cause) = source {
            chain.push_str(if chain.is_empty() { "caused by: " } else { "; " });
            chain.push_str(&cause.to_string());
            source = cause.source();
        }
        let converted = ToolError::new(message);
        if chain.is_empty() { converted } else { converted.operator(chain) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("could not load")]
    struct Outer(#[source] std::num::ParseIntError);

    #[test]
    fn the_model_sees_the_top_and_the_operator_the_chain() {
        let error = ToolError::from(Outer("x".parse::<u8>().unwrap_err()));
        assert_eq!(error.message(), "could not load");
        assert_eq!(error.operator_text(), Some("caused by: invalid digit found in string"));
    }

    #[test]
    fn an_error_is_never_a_success() {
        assert_eq!(ToolError::new("x").status(Status::Ok).status_code(), Status::Failed);
        assert_eq!(ToolError::new("x").status(Status::Denied).status_code(), Status::Denied);
    }
}
