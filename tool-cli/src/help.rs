//! The documentation of a tool's flags, from its schema.

use serde_json::{Map, Value};
use tool_core::{SchemaLevel, Tool};

use crate::text;

/// `tool call NAME --help`.
pub(crate) fn page(tool: &Tool) -> String {
    let schema = tool.schema(SchemaLevel::Full);
    let mut page = format!("{}\n\nUsage: tool call {}", tool.description(), tool.name());
    for (name, property) in properties(schema) {
        if is_required(schema, name) {
            page.push_str(&format!(" {}", flag(name, property)));
        }
    }
    page.push_str(" [FLAGS]\n\nFlags:\n");
    page.push_str(&parameters(schema));
    page.push_str("  --json OBJECT  All arguments as one JSON object; `-` reads it from stdin\n");
    for example in &tool.metadata().call_examples {
        page.push_str(&format!("\nExample: tool call {} --json '{example}'\n", tool.name()));
    }
    page
}

/// One line or more for each parameter.
pub(crate) fn parameters(schema: &Value) -> String {
    let rows: Vec<Vec<String>> = properties(schema)
        .map(|(name, property)| {
            vec![
                format!("  {}", flag(name, property)),
                described(property, is_required(schema, name)),
            ]
        })
        .collect();
    if rows.is_empty() { "  none\n".to_owned() } else { text::columns(&rows) }
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::iter)
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.into_iter().flatten().any(|listed| listed == name)
}

fn flag(name: &str, property: &Value) -> String {
    let dashed = name.replace('_', "-");
    match kind(property) {
        "boolean" => format!("--{dashed} | --no-{dashed}"),
        "array" => format!("--{dashed} VALUE (again for more)"),
        kind => format!("--{dashed} {}", kind.to_uppercase()),
    }
}

/// The JSON type of a property, `value` if it has none or several.
pub(crate) fn kind(property: &Value) -> &str {
    property.get("type").and_then(Value::as_str).unwrap_or("value")
}

fn described(property: &Value, required: bool) -> String {
    let text = property.get("description").and_then(Value::as_str).unwrap_or_default();
    let mut parts = Vec::new();
    if required {
        parts.push("required".to_owned());
    }
    if let Some(values) = property.get("enum").and_then(Value::as_array) {
        let values: Vec<String> = values
            .iter()
            .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
            .collect();
        parts.push(format!("one of {}", values.join(", ")));
    }
    for (key, label) in [
        ("default", "default"),
        ("minimum", "at least"),
        ("maximum", "at most"),
        ("minLength", "at least characters"),
        ("maxLength", "at most characters"),
        ("pattern", "matching"),
    ] {
        if let Some(value) = property.get(key) {
            parts.push(format!("{label} {value}"));
        }
    }
    let line = text.replace('\n', " ");
    match (line.is_empty(), parts.is_empty()) {
        (_, true) => line,
        (true, false) => format!("[{}]", parts.join("; ")),
        (false, false) => format!("{line} [{}]", parts.join("; ")),
    }
}
