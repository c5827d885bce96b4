//! What a tool says of itself, before any provider's form.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One tool: a name, what it is for, and a JSON Schema of its arguments.
///
/// The schema may be anyone's: draft 7 to 2020-12, from schemars, pydantic, zod or by hand.
///
/// ```
/// use serde_json::json;
/// use tool_dialects::Definition;
///
/// let tool = Definition::new("weather", "Weather of a city.", json!({
///     "type": "object",
///     "properties": { "city": { "type": "string" } },
///     "required": ["city"],
/// }));
/// assert_eq!(tool.name, "weather");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Definition {
    /// The name on the wire.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the model reads.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// JSON Schema of the arguments. Absent means that the tool takes none.
    #[serde(default = "no_parameters", alias = "inputSchema", alias = "input_schema")]
    pub parameters: Value,
    /// JSON Schema of the result.
    #[serde(
        default,
        rename = "outputSchema",
        alias = "output_schema",
        skip_serializing_if = "Option::is_none"
    )]
    pub output: Option<Value>,
    /// Example arguments. Each must fit `parameters`.
    #[serde(
        default,
        rename = "callExamples",
        alias = "call_examples",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub call_examples: Vec<Value>,
    /// The model finds this tool by search; it is not listed at the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deferred: bool,
    /// MCP's hints (`readOnlyHint`, …).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Map<String, Value>>,
    /// MCP's `_meta`.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

fn no_parameters() -> Value {
    serde_json::json!({ "type": "object", "properties": {} })
}

impl Definition {
    /// A tool with these three, and nothing else said.
    pub fn new(name: impl Into<String>, description: impl Into<String>, parameters: Value) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            parameters,
            output: None,
            call_examples: Vec::new(),
            deferred: false,
            annotations: None,
            meta: None,
        }
    }

    /// With a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// With a schema of the result.
    #[must_use]
    pub fn with_output(mut self, schema: Value) -> Self {
        self.output = Some(schema);
        self
    }

    /// With example arguments.
    #[must_use]
    pub fn with_examples(mut self, examples: impl IntoIterator<Item = Value>) -> Self {
        self.call_examples = examples.into_iter().collect();
        self
    }

    /// Found by search rather than listed at the start, where the dialect has such a form.
    #[must_use]
    pub fn deferred(mut self, deferred: bool) -> Self {
        self.deferred = deferred;
        self
    }

    /// With MCP's hints.
    #[must_use]
    pub fn with_annotations(mut self, annotations: Map<String, Value>) -> Self {
        self.annotations = Some(annotations);
        self
    }

    /// With MCP's `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = Some(meta);
        self
    }
}
