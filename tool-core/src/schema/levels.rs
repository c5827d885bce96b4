//! Less of a schema, still valid, for when many tools are shown.

use serde_json::{Map, Value};

use super::SchemaLevel;

/// The schema at a level. It accepts what the full one accepts of what it shows, and keeps
/// `items`, nesting and enums.
pub(crate) fn lower(full: &Value, level: SchemaLevel) -> Value {
    let mut schema = full.clone();
    match level {
        SchemaLevel::Full => {}
        SchemaLevel::Compact => compact(&mut schema, 0),
        SchemaLevel::Stub => {
            required_only(&mut schema);
            bare(&mut schema);
        }
    }
    schema
}

/// The first sentence of each parameter's description; none below.
fn compact(schema: &mut Value, depth: usize) {
    let Value::Object(map) = schema else { return };
    wide_bounds(map);
    map.shift_remove("examples");
    if depth > 1 {
        map.shift_remove("description");
    } else if let Some(Value::String(text)) = map.get_mut("description") {
        *text = first_sentence(text);
    }
    descend(map, depth, compact);
}

/// The bounds of 64-bit integers, which no model comes near, cost many tokens.
fn wide_bounds(map: &mut Map<String, Value>) {
    for key in ["minimum", "maximum"] {
        let wide = |bound: &Value| bound.as_f64().is_some_and(|bound| bound.abs() > 4.5e15);
        if map.get(key).is_some_and(wide) {
            map.shift_remove(key);
        }
    }
}

fn bare(schema: &mut Value) {
    fn strip(schema: &mut Value, depth: usize) {
        let Value::Object(map) = schema else { return };
        wide_bounds(map);
        for key in ["examples", "description", "default"] {
            map.shift_remove(key);
        }
        descend(map, depth, strip);
    }
    strip(schema, 0);
}

fn descend(map: &mut Map<String, Value>, depth: usize, work: fn(&mut Value, usize)) {
    for (key, value) in map.iter_mut() {
        match (key.as_str(), value) {
            ("properties" | "$defs" | "patternProperties", Value::Object(named)) => {
                named.values_mut().for_each(|inner| work(inner, depth + 1));
            }
            ("items" | "additionalProperties" | "not" | "contains", inner @ Value::Object(_)) => {
                work(inner, depth + 1);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(listed)) => {
                listed.iter_mut().for_each(|inner| work(inner, depth + 1));
            }
            _ => {}
        }
    }
}

/// Drops every parameter of the root that may be absent, and opens the root for them.
fn required_only(schema: &mut Value) {
    let Value::Object(map) = schema else { return };
    let required: Vec<String> = map
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        properties.retain(|name, _| required.contains(name));
    }
    // Closed, it would refuse arguments that the tool takes.
    map.shift_remove("additionalProperties");
}

/// Up to the end of the first sentence or line.
pub(crate) fn first_sentence(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    let mut end = line.len();
    for (index, c) in line.char_indices() {
        let rest = line.get(index + c.len_utf8()..).unwrap_or_default();
        let before = line.get(..index).unwrap_or_default();
        let abbreviation = ["e.g", "i.e", "etc", "vs"].iter().any(|word| before.ends_with(word));
        if matches!(c, '.' | '!' | '?') && rest.starts_with(' ') && !abbreviation {
            end = index + c.len_utf8();
            break;
        }
    }
    line.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn full() -> Value {
        json!({
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Where to look. Relative to the root."},
                "edits": {"type": "array", "description": "What to do.", "items": {
                    "type": "object", "properties": {
                        "old": {"type": "string", "description": "Text to find."},
                        "mode": {"type": "string", "enum": ["a", "b"]}},
                    "required": ["old"]}},
                "limit": {"type": "integer", "default": 5, "description": "Most, e.g. ten. More."}
            },
            "required": ["path", "edits"],
            "additionalProperties": false
        })
    }

    #[test]
    fn compact_keeps_every_parameter_and_first_sentences() {
        let compact = lower(&full(), SchemaLevel::Compact);
        assert_eq!(compact["properties"]["path"]["description"], "Where to look.");
        assert_eq!(compact["properties"]["limit"]["description"], "Most, e.g. ten.");
        let item = &compact["properties"]["edits"]["items"];
        assert_eq!(item["properties"]["old"], json!({"type": "string"}));
        assert_eq!(item["properties"]["mode"]["enum"], json!(["a", "b"]));
        assert_eq!(compact["additionalProperties"], json!(false));
    }

    #[test]
    fn stub_keeps_required_parameters_and_stays_open() {
        let stub = lower(&full(), SchemaLevel::Stub);
        let names: Vec<&String> = stub["properties"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["path", "edits"]);
        assert_eq!(stub["required"], json!(["path", "edits"]));
        assert!(stub.get("additionalProperties").is_none());
        assert_eq!(stub["properties"]["edits"]["items"]["required"], json!(["old"]));
    }
}
