//! Values and schemas in a few words, bounded, with nothing that could speak as somebody else.

use serde_json::Value;

/// Text of at most `most` characters on one line, control characters escaped.
pub(crate) fn clip(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most));
    for (count, c) in text.chars().enumerate() {
        if count == most {
            out.push('…');
            break;
        }
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || is_invisible(c) => {
                out.push_str(&format!("\\u{{{:x}}}", c as u32));
            }
            c => out.push(c),
        }
    }
    out
}

/// Characters that change how other text is shown, or show nothing: bidirectional controls,
/// zero-width characters, tags.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{e0000}'..='\u{e007f}' | '\u{00ad}' | '\u{061c}')
}

/// A value as it was sent: `the string "fifty"`, `the number 3.5`, `null`.
pub(crate) fn show(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => format!("the boolean {truth}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the string \"{}\"", clip(text, 60)),
        Value::Array(items) if items.is_empty() => "an empty array".to_owned(),
        Value::Array(items) if items.len() == 1 => "an array of one item".to_owned(),
        Value::Array(items) => format!("an array of {} items", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// A value as one would write it, short.
pub(crate) fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{}\"", clip(text, 60)),
        other => clip(&other.to_string(), 60),
    }
}

/// What a schema asks for: `an integer`, `a string`, `one of "a", "b"`.
pub(crate) fn expected(schema: &Value) -> String {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return one_of(values);
    }
    if let Some(value) = schema.get("const") {
        return literal(value);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(branches) = schema.get(key).and_then(Value::as_array) {
            let mut names: Vec<String> = branches.iter().map(expected).collect();
            names.dedup();
            return clip(&names.join(" or "), 200);
        }
    }
    let names: Vec<&str> = match schema.get("type") {
        Some(Value::String(one)) => vec![with_article(one, schema)],
        Some(Value::Array(many)) => {
            many.iter().filter_map(Value::as_str).map(|one| with_article(one, schema)).collect()
        }
        _ if schema.get("properties").is_some() => vec!["an object"],
        _ => vec!["another value"],
    };
    names.join(" or ")
}

fn with_article<'a>(name: &'a str, schema: &Value) -> &'a str {
    match name {
        "integer" => "an integer",
        "number" => "a number",
        "string" => "a string",
        "boolean" => "true or false",
        "array" => match schema.pointer("/items/type").and_then(Value::as_str) {
            Some("string") => "an array of strings",
            Some("integer") => "an array of integers",
            Some("number") => "an array of numbers",
            Some("object") => "an array of objects",
            _ => "an array",
        },
        "object" => "an object",
        other => other,
    }
}

pub(crate) fn one_of(values: &[Value]) -> String {
    let shown: Vec<String> = values.iter().take(20).map(literal).collect();
    let more = values.len().saturating_sub(20);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("one of {}{tail}", shown.join(", "))
}
