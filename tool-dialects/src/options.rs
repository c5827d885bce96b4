//! What a caller may choose about one lowering.

/// How one definition is lowered.
///
/// ```
/// use tool_dialects::Options;
///
/// let options = Options::new().strict(true).maps_as_pairs(true);
/// assert!(options.strict);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// Ask for the strict form. A schema that cannot be strict is sent in the plain form, and the
    /// report says why.
    pub strict: bool,
    /// In a strict form, send a map as a list of `{key, value}` instead of giving up strictness.
    pub maps_as_pairs: bool,
    /// `gemini-parameters` goes to Vertex AI, whose `Schema` also has `additionalProperties`.
    pub vertex: bool,
    /// Write every `$ref` out. Many open models do not follow `$defs`, whoever hosts them.
    pub inline_refs: bool,
    /// An optional parameter loses its `null`: absent says the same. Saves unions where they are
    /// counted.
    pub drop_optional_null: bool,
}

impl Options {
    /// The plain form of a dialect.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for the strict form.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Sends maps as lists of `{key, value}` in strict forms.
    #[must_use]
    pub fn maps_as_pairs(mut self, pairs: bool) -> Self {
        self.maps_as_pairs = pairs;
        self
    }

    /// `gemini-parameters` for Vertex AI.
    #[must_use]
    pub fn vertex(mut self, vertex: bool) -> Self {
        self.vertex = vertex;
        self
    }

    /// Writes every `$ref` out.
    #[must_use]
    pub fn inline_refs(mut self, inline: bool) -> Self {
        self.inline_refs = inline;
        self
    }

    /// Takes `null` from optional parameters.
    #[must_use]
    pub fn drop_optional_null(mut self, drop: bool) -> Self {
        self.drop_optional_null = drop;
        self
    }
}
