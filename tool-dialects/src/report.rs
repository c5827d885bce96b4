//! What a lowering could not carry.

use serde::Serialize;

/// What happened to a part of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Action {
    /// Gone from what is sent.
    Dropped,
    /// Said in the description instead of the schema.
    Moved,
    /// Sent in another shape; the way back undoes it where the shape of values changed.
    Rewritten,
    /// Strictness was given up.
    NonStrict,
    /// Sent as it is, though the provider may not honour it.
    Noted,
}

/// One entry of the report.
///
/// `path` is a JSON Pointer into the schema that was given, down to the keyword (as a URI
/// fragment, `#/properties/limit/minimum`), or a name such as `tool_choice` for a part of the
/// request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// Where.
    pub path: String,
    /// What was done.
    pub action: Action,
    /// Why, in a sentence.
    pub reason: String,
    /// Where the rule stands.
    pub source: &'static str,
}

impl Loss {
    pub(crate) fn new(
        path: impl Into<String>,
        action: Action,
        reason: impl Into<String>,
        source: &'static str,
    ) -> Self {
        Self { path: path.into(), action, reason: reason.into(), source }
    }
}
