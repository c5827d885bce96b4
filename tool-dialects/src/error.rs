//! What cannot be sent at all.

/// A definition, or a request, that a dialect cannot carry in any form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DialectError {
    /// A tool breaks a rule that has no fallback.
    #[error("tool `{tool}` at {path}: {rule} ({source_url})")]
    Refused {
        /// The tool.
        tool: String,
        /// JSON Pointer into the schema given, or the field of the definition.
        path: String,
        /// The rule, and what to do instead.
        rule: String,
        /// Where the rule stands.
        source_url: &'static str,
    },
    /// The schema itself is wrong, whatever the dialect.
    #[error("tool `{tool}` at {path}: {reason}")]
    Schema {
        /// The tool.
        tool: String,
        /// JSON Pointer into the schema given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The request as a whole breaks a rule.
    #[error("{dialect}: {rule} ({source_url})")]
    Request {
        /// The dialect's name.
        dialect: &'static str,
        /// The rule, and what to do instead.
        rule: String,
        /// Where the rule stands.
        source_url: &'static str,
    },
}
