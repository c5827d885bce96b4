//! An enum of names as one `enum`, its documentation in the description.

use serde_json::{Map, Value};

/// What stands before the meanings of an enum's values.
pub(super) const MEANINGS: &str = "\nValues: ";

/// Folds `oneOf: [{const: "a", description: …}, {enum: ["b"]}]` into `enum: ["a", "b"]`.
///
/// Providers do not read `const` and choose badly among branches; one list is what they know.
pub(super) fn unit_variants(map: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = map.get("oneOf") else { return };
    let mut names = Vec::new();
    let mut meanings = Vec::new();
    for branch in branches {
        let Some(fields) = branch.as_object() else { return };
        if fields.get("type").is_some_and(|name| name != "string") {
            return;
        }
        let allowed = ["type", "const", "enum", "description", "deprecated"];
        if fields.keys().any(|key| !allowed.contains(&key.as_str())) {
            return;
        }
        let described = fields.get("description").and_then(Value::as_str);
        match (fields.get("const"), fields.get("enum").and_then(Value::as_array)) {
            (Some(Value::String(name)), None) => {
                if let Some(text) = described {
                    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    meanings.push(format!("`{name}`: {}", line.trim_end_matches('.')));
                }
                names.push(Value::from(name.as_str()));
            }
            (None, Some(listed)) if listed.iter().all(Value::is_string) => {
                names.extend(listed.iter().cloned());
            }
            _ => return,
        }
    }
    if names.is_empty() {
        return;
    }
    map.shift_remove("oneOf");
    map.insert("type".to_owned(), "string".into());
    map.insert("enum".to_owned(), Value::Array(names));
    if !meanings.is_empty() {
        let own = map.get("description").and_then(Value::as_str).unwrap_or_default();
        let text = format!("{own}{MEANINGS}{}", meanings.join("; ") + ".");
        map.insert("description".to_owned(), text.trim_start().into());
    }
}

/// Puts the names of an enum, or of the items of a list, in their declared order.
pub(super) fn in_order(schema: &mut Value, declared: &[&str]) {
    let nested = schema.get("enum").is_none() && schema.get("items").is_some();
    let place = if nested { schema.get_mut("items") } else { Some(schema) };
    let Some(Value::Array(names)) = place.and_then(|place| place.get_mut("enum")) else { return };
    let rank = |name: &Value| {
        let name = name.as_str().unwrap_or_default();
        declared.iter().position(|known| *known == name).unwrap_or(declared.len())
    };
    // Stable: what is not declared (null) stays where it is, behind.
    names.sort_by_key(rank);
}
