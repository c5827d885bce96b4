//! Definitions of any dialect, as ours.

use serde_json::{Map, Value};

use crate::definition::Definition;
use crate::dialect::Dialect;
use crate::error::DialectError;
use crate::lower::lower;
use crate::options::Options;

/// A value that holds no definitions of the dialect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// An entry is not of the dialect's form.
    #[error("entry {at} is no {dialect} definition: {reason}")]
    Entry {
        /// Which entry, from 0.
        at: usize,
        /// The dialect's name.
        dialect: &'static str,
        /// What is missing.
        reason: String,
    },
    /// A schema cannot be read.
    #[error(transparent)]
    Schema(#[from] DialectError),
}

/// Reads definitions of a dialect: a request's body, its list of tools, or one tool.
///
/// Tools that run on the provider's side (web search and the like) are passed over. Gemini's
/// protobuf schemas become JSON Schema.
///
/// ```
/// use serde_json::json;
/// use tool_dialects::{Dialect, import};
///
/// let tools = json!([{ "functionDeclarations": [{
///     "name": "now",
///     "parameters": { "type": "OBJECT", "properties": {
///         "zone": { "type": "STRING", "nullable": true } } },
/// }] }]);
/// let ours = import(Dialect::GeminiParameters, &tools)?;
/// assert_eq!(ours[0].parameters["properties"]["zone"]["type"], json!(["string", "null"]));
/// # Ok::<(), tool_dialects::ImportError>(())
/// ```
///
/// # Errors
///
/// An entry of another form, or a schema that cannot be read.
pub fn import(dialect: Dialect, value: &Value) -> Result<Vec<Definition>, ImportError> {
    let mut entries = Vec::new();
    collect(value, &mut entries);
    let mut out = Vec::with_capacity(entries.len());
    for (at, entry) in entries.into_iter().enumerate() {
        if let Some(definition) = one(dialect, entry, at)? {
            out.push(definition);
        }
    }
    Ok(out)
}

/// The entries inside lists and inside what stands around them.
fn collect<'a>(value: &'a Value, entries: &mut Vec<&'a Value>) {
    const AROUND: [&str; 6] = [
        "tools",
        "toolConfig",
        "functionDeclarations",
        "function_declarations",
        "definition",
        "result",
    ];
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, entries)),
        Value::Object(map) if !map.contains_key("name") => {
            let inner: Vec<&Value> = AROUND.iter().filter_map(|key| map.get(*key)).collect();
            if inner.is_empty() {
                entries.push(value);
            }
            inner.into_iter().for_each(|value| collect(value, entries));
        }
        // `{type: namespace, name, tools}` of Responses holds tools and is none.
        Value::Object(map) if map.get("type").and_then(Value::as_str) == Some("namespace") => {
            if let Some(tools) = map.get("tools") {
                collect(tools, entries);
            }
        }
        other => entries.push(other),
    }
}

fn one(dialect: Dialect, entry: &Value, at: usize) -> Result<Option<Definition>, ImportError> {
    let wrong = |reason: &str| ImportError::Entry {
        at,
        dialect: dialect.name(),
        reason: reason.to_owned(),
    };
    let outer = entry.as_object().ok_or_else(|| wrong("it is no object"))?;
    let kind = outer.get("type").and_then(Value::as_str).unwrap_or("function");
    let ours = matches!(kind, "function" | "custom") || outer.contains_key("input_schema");
    let marker = outer.contains_key("cachePoint") || outer.contains_key("systemTool");
    if !ours || marker {
        return Ok(None);
    }
    let inner = ["function", "toolSpec"]
        .into_iter()
        .find_map(|key| outer.get(key).and_then(Value::as_object))
        .unwrap_or(outer);
    let text = |key: &str| inner.get(key).and_then(Value::as_str);
    let name = text("name").ok_or_else(|| wrong("it has no `name`"))?;
    let description = text("description").unwrap_or_default();
    let mut definition = Definition::new(name, description, schema(inner).map_err(|e| wrong(&e))?);
    definition.title = text("title").map(str::to_owned);
    definition.output =
        ["outputSchema", "output_schema"].iter().find_map(|key| inner.get(*key).cloned());
    let object = |key: &str| inner.get(key).and_then(Value::as_object).cloned();
    definition.annotations = object("annotations");
    definition.meta = object("_meta");
    definition.deferred = inner.get("defer_loading") == Some(&Value::Bool(true));
    if let Some(Value::Array(examples)) = inner.get("input_examples") {
        definition.call_examples.clone_from(examples);
    }
    if dialect == Dialect::GeminiParameters {
        // Reading a schema and writing it as MCP does makes JSON Schema of anything.
        let plain = Definition::new("import", "", definition.parameters.clone());
        let plain = lower(&plain, Dialect::Mcp, &Options::new())?;
        definition.parameters = plain.parameters.unwrap_or(definition.parameters);
    }
    Ok(Some(definition))
}

/// The schema of the arguments, wherever a dialect keeps it.
fn schema(entry: &Map<String, Value>) -> Result<Value, String> {
    let keys = ["parametersJsonSchema", "parameters_json_schema", "parameters", "input_schema"];
    let found = keys.iter().find_map(|key| entry.get(*key));
    let bedrock = entry.get("inputSchema").map(|schema| schema.get("json").unwrap_or(schema));
    match found.or(bedrock) {
        // xAI's gRPC form holds JSON as text.
        Some(Value::String(text)) => {
            serde_json::from_str(text).map_err(|error| format!("`parameters` is no JSON: {error}"))
        }
        Some(Value::Null) | None => Ok(serde_json::json!({ "type": "object", "properties": {} })),
        Some(schema) => Ok(schema.clone()),
    }
}
