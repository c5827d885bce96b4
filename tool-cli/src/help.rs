//! The documentation of a tool's flags, from its schema.

use serde_json::Value;
use tool_core::{SchemaLevel, Tool};

use crate::shape::{Shape, Takes};
use crate::{terminal, text};

/// `tool call NAME --help`.
pub(crate) fn page(tool: &Tool) -> String {
    let shape = Shape::new(tool.schema(SchemaLevel::Full));
    let name = tool.name();
    let mut page = format!("{}\n\nUsage: tool call {name}", tool.description());
    for (parameter, schema) in shape.parameters() {
        if shape.is_required(parameter) {
            page.push_str(&format!(" {}", flag(shape, parameter, schema)));
        }
    }
    page.push_str(" [FLAGS]\n\nFlags:\n");
    page.push_str(&parameters(tool));
    if shape.find("json").is_none() {
        page.push_str(
            "  --json OBJECT\n      All arguments as one JSON object; `-` reads it from stdin.\n",
        );
    }
    let examples = &tool.metadata().call_examples;
    if !examples.is_empty() {
        page.push_str("\nExamples:\n");
    }
    for example in examples {
        page.push_str(&format!("  tool call {name} --json {}\n", quoted(&example.to_string())));
    }
    page
}

/// Each parameter as its flag, with what is known of it.
pub(crate) fn parameters(tool: &Tool) -> String {
    let shape = Shape::new(tool.schema(SchemaLevel::Full));
    let width = terminal::width();
    let mut out = String::new();
    for (name, schema) in shape.parameters() {
        out.push_str(&format!("  {}\n", flag(shape, name, schema)));
        let about = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let facts = facts(shape, name, schema).join("; ");
        let facts = if facts.is_empty() { facts } else { format!("[{facts}]") };
        // On the last line of the description.
        let described = format!("{about} {facts}");
        out.push_str(&text::wrapped(described.trim(), "      ", width));
    }
    out
}

/// The flag with its value: `--limit INTEGER`.
fn flag(shape: Shape<'_>, name: &str, schema: &Value) -> String {
    let takes = shape.takes(schema);
    let dashed = name.replace('_', "-");
    if takes.is_switch() {
        // `--no-no-ignore` works, but is nothing to be told of.
        return if dashed.starts_with("no-") {
            format!("--{dashed}")
        } else {
            format!("--[no-]{dashed}")
        };
    }
    if takes.is_list() {
        let item = takes.items.map(|items| shape.takes(items)).unwrap_or_default();
        return format!("--{dashed} {}", value(&item));
    }
    format!("--{dashed} {}", value(&takes))
}

fn value(takes: &Takes<'_>) -> String {
    let choices = choices(takes).join("|");
    if !choices.is_empty() && choices.len() <= 40 {
        return choices;
    }
    match takes.only() {
        Some("string") => "TEXT",
        Some("integer") => "INTEGER",
        Some("number") => "NUMBER",
        Some("boolean") => "true|false",
        Some("object" | "array") => "JSON",
        _ => "VALUE",
    }
    .to_owned()
}

/// The values that there are to choose from, as one types them.
pub(crate) fn choices(takes: &Takes<'_>) -> Vec<String> {
    let typed = |value: &&Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    takes.choices.iter().map(typed).collect()
}

fn facts(shape: Shape<'_>, name: &str, schema: &Value) -> Vec<String> {
    let takes = shape.takes(schema);
    let mut facts = Vec::new();
    if shape.is_required(name) {
        facts.push("required".to_owned());
    }
    if takes.is_list() {
        facts.push("give it again for more".to_owned());
    }
    if let Some(fields) = fields(&takes) {
        facts.push(format!("JSON such as {fields}"));
    } else if let Some(items) = takes.items
        && let Some(fields) = fields(&shape.takes(items))
    {
        facts.push(format!("each as JSON such as {fields}"));
    }
    let choices = choices(&takes).join(", ");
    if choices.len() > 40 {
        facts.push(format!("one of {choices}"));
    }
    let number = |key: &str| schema.get(key).map(ToString::to_string);
    facts.extend(range(number("minimum"), number("maximum"), ""));
    facts.extend(range(number("minLength"), number("maxLength"), " character"));
    facts.extend(range(number("minItems"), number("maxItems"), " item"));
    facts.extend(number("exclusiveMinimum").map(|least| format!("more than {least}")));
    facts.extend(number("exclusiveMaximum").map(|most| format!("less than {most}")));
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        facts.push(format!("must match `{pattern}`"));
    }
    match schema.get("default") {
        None | Some(Value::Null) => {}
        Some(Value::Array(items)) if items.is_empty() => {}
        Some(default) => facts.push(format!("default {default}")),
    }
    facts
}

fn range(least: Option<String>, most: Option<String>, unit: &str) -> Option<String> {
    let plural = |count: &str| if unit.is_empty() || count == "1" { "" } else { "s" };
    Some(match (least, most) {
        (Some(least), Some(most)) => format!("{least} to {most}{unit}{}", plural(&most)),
        (Some(least), None) => format!("at least {least}{unit}{}", plural(&least)),
        (None, Some(most)) => format!("at most {most}{unit}{}", plural(&most)),
        (None, None) => return None,
    })
}

/// The fields of an object, with what may be left out marked: `{"old": …, "all"?: …}`.
fn fields(takes: &Takes<'_>) -> Option<String> {
    let (fields, required) = takes.fields?;
    let needed = |name: &str| {
        let listed = required.and_then(Value::as_array).into_iter().flatten();
        listed.into_iter().any(|listed| listed == name)
    };
    let named = fields.keys().map(|name| match needed(name) {
        true => format!("\"{name}\": …"),
        false => format!("\"{name}\"?: …"),
    });
    Some(format!("{{{}}}", named.collect::<Vec<_>>().join(", ")))
}

/// A text as one word for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn limits_read_as_one_would_say_them() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(range(some("1"), some("9"), ""), some("1 to 9"));
        assert_eq!(range(some("1"), None, " character"), some("at least 1 character"));
        assert_eq!(range(None, some("5"), " item"), some("at most 5 items"));
        assert_eq!(range(None, None, ""), None);
    }

    #[test]
    fn a_flag_shows_what_it_takes() {
        let schema = json!({"properties": {
            "replace_all": {"type": "boolean"},
            "no_ignore": {"type": "boolean"},
            "mode": {"enum": ["a", "b"]},
            "globs": {"type": "array", "items": {"type": "string"}},
            "edit": {"type": "object", "properties": {"old": {}, "all": {}}, "required": ["old"]},
        }});
        let shape = Shape::new(&schema);
        let shown = |name: &str| flag(shape, name, shape.find(name).unwrap().1);
        assert_eq!(shown("replace_all"), "--[no-]replace-all");
        assert_eq!(shown("no_ignore"), "--no-ignore");
        assert_eq!(shown("mode"), "--mode a|b");
        assert_eq!(shown("globs"), "--globs TEXT");
        assert_eq!(shown("edit"), "--edit JSON");
        let edit = shape.takes(shape.find("edit").unwrap().1);
        assert_eq!(fields(&edit).unwrap(), r#"{"old": …, "all"?: …}"#);
    }

    #[test]
    fn an_example_survives_a_shell() {
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
