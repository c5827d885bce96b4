//! What is searched of one tool.

use serde_json::Value;
use tool_core::{SchemaLevel, Tool};

/// A tool as the index takes it.
///
/// ```
/// use serde_json::json;
/// use tool_search::Document;
/// let weather = Document::new("weather", "The weather of a city.")
///     .parameters(&json!({"type": "object", "properties": {
///         "city": {"type": "string", "description": "Name of the city."}}}))
///     .keywords(["forecast", "rain"]);
/// assert_eq!(weather.name(), "weather");
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    pub(crate) name: String,
    pub(crate) description: String,
    /// Aliases, namespace, title: other words for the name.
    pub(crate) names: Vec<String>,
    pub(crate) parameters: Vec<String>,
    pub(crate) parameter_texts: Vec<String>,
    /// Keywords, use cases, examples, category, tags: what its author says of it beside.
    pub(crate) keywords: Vec<String>,
}

/// The deepest nesting of parameters that is read.
const DEEPEST: usize = 6;

impl Document {
    /// A tool by its name and description.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Document { name: name.into(), description: description.into(), ..Document::default() }
    }

    /// Everything that a registered tool says of itself.
    pub fn of(tool: &Tool) -> Self {
        let metadata = tool.metadata();
        let own = |words: &[std::borrow::Cow<'static, str>]| -> Vec<String> {
            words.iter().map(|word| word.to_string()).collect()
        };
        let mut document = Document::new(tool.name(), tool.description())
            .parameters(tool.schema(SchemaLevel::Full))
            .names(own(&metadata.aliases))
            .keywords(own(&metadata.keywords))
            .keywords(own(&metadata.use_cases))
            .keywords(own(&metadata.examples))
            .keywords(own(&metadata.tags))
            .keywords(metadata.category.iter().map(|category| category.to_string()));
        document.names.extend(metadata.namespace.iter().map(|namespace| namespace.to_string()));
        document.names.extend(metadata.title.iter().map(|title| title.to_string()));
        document
    }

    /// Adds the names and descriptions of a JSON Schema's properties, nested ones as well.
    #[must_use]
    pub fn parameters(mut self, schema: &Value) -> Self {
        self.properties(schema, 0);
        self
    }

    fn properties(&mut self, schema: &Value, depth: usize) {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
        for (name, property) in properties {
            self.parameters.push(name.clone());
            if let Some(text) = property.get("description").and_then(Value::as_str) {
                self.parameter_texts.push(text.to_owned());
            }
            let values = property.get("enum").and_then(Value::as_array).into_iter().flatten();
            self.parameter_texts.extend(values.filter_map(Value::as_str).map(str::to_owned));
            if depth < DEEPEST {
                self.properties(property, depth + 1);
                if let Some(items) = property.get("items") {
                    self.properties(items, depth + 1);
                }
            }
        }
    }

    /// Adds other names.
    #[must_use]
    pub fn names<I>(mut self, names: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.names.extend(names.into_iter().map(Into::into));
        self
    }

    /// Adds words and phrases that speak for the tool.
    #[must_use]
    pub fn keywords<I>(mut self, keywords: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.keywords.extend(keywords.into_iter().map(Into::into));
        self
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One text of it all, for an [`Embedder`](crate::Embedder).
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}", self.name, self.description);
        for more in self.names.iter().chain(&self.keywords).chain(&self.parameters) {
            text.push('\n');
            text.push_str(more);
        }
        text
    }
}
