use std::fmt;

use serde_json::{Map, Value};

/// One difference between two schemas of a tool's arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Where: `limit`, `edits[].old`; empty for the arguments as a whole.
    pub path: String,
    /// What is different.
    pub what: String,
    /// Whether arguments that fitted before may not fit now.
    pub breaking: bool,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.breaking { "breaking" } else { "compatible" };
        write!(f, "{verdict}: `{}` {}", self.path, self.what)
    }
}

/// What changed from one schema of a tool's arguments to another, with a verdict on each.
///
/// Keep `tool.schema(SchemaLevel::Full)` in a file, and compare in a test:
///
/// ```
/// use serde_json::json;
/// use tool_core::testing::changes;
/// let before = json!({"type": "object", "properties": {"path": {"type": "string"}}});
/// let after = json!({"type": "object", "required": ["path"], "properties": {
///     "path": {"type": "string"}, "deep": {"type": "boolean"}}});
/// let found = changes(&before, &after);
/// let told: Vec<String> = found.iter().map(ToString::to_string).collect();
/// assert_eq!(told, ["breaking: `path` is required now", "compatible: `deep` is new"]);
/// ```
pub fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    compare(before, after, "", &mut found);
    found
}

fn compare(before: &Value, after: &Value, path: &str, found: &mut Vec<Change>) {
    let none = Map::new();
    let old = before.as_object().unwrap_or(&none);
    let new = after.as_object().unwrap_or(&none);
    let mut note = |what: String, breaking| {
        found.push(Change { path: path.to_owned(), what, breaking });
    };
    types(old, new, &mut note);
    choices(old, new, &mut note);
    bounds(old, new, &mut note);
    let rest = ["$ref", "anyOf", "oneOf", "allOf", "not", "const", "pattern", "prefixItems"];
    for key in rest {
        if old.get(key) != new.get(key) {
            // What a union or a pattern accepts is not compared piece by piece: the careful verdict.
            note(format!("has another `{key}`"), new.contains_key(key));
        }
    }
    fields(old, new, path, found);
    if let (Some(before), Some(after)) = (old.get("items"), new.get("items")) {
        compare(before, after, &format!("{path}[]"), found);
    }
}

fn types(old: &Map<String, Value>, new: &Map<String, Value>, note: &mut impl FnMut(String, bool)) {
    let names = |map: &Map<String, Value>| -> Option<Vec<String>> {
        match map.get("type")? {
            Value::String(one) => Some(vec![one.clone()]),
            Value::Array(many) => {
                Some(many.iter().filter_map(|n| n.as_str().map(str::to_owned)).collect())
            }
            _ => None,
        }
    };
    let (before, after) = (names(old), names(new));
    if before == after {
        return;
    }
    let accepts = |all: &[String], name: &String| {
        all.contains(name) || (name == "integer" && all.iter().any(|n| n == "number"))
    };
    let breaking = match (&before, &after) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(before), Some(after)) => !before.iter().all(|name| accepts(after, name)),
    };
    let shown =
        |names: Option<Vec<String>>| names.map_or_else(|| "any".to_owned(), |n| n.join(" or "));
    note(format!("was of type {} and is of type {}", shown(before), shown(after)), breaking);
}

fn choices(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    note: &mut impl FnMut(String, bool),
) {
    let empty = Vec::new();
    let list = |map: &'_ Map<String, Value>| map.get("enum").and_then(Value::as_array).cloned();
    match (list(old), list(new)) {
        (None, Some(_)) => note("takes only some values now".to_owned(), true),
        (Some(_), None) => note("takes any value now".to_owned(), false),
        (before, after) => {
            let (before, after) =
                (before.unwrap_or_else(|| empty.clone()), after.unwrap_or_else(|| empty.clone()));
            for gone in before.iter().filter(|value| !after.contains(value)) {
                note(format!("no longer takes {gone}"), true);
            }
            for added in after.iter().filter(|value| !before.contains(value)) {
                note(format!("also takes {added}"), false);
            }
        }
    }
}

fn bounds(old: &Map<String, Value>, new: &Map<String, Value>, note: &mut impl FnMut(String, bool)) {
    let lower = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
    let upper = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
    for (keys, sign) in [(lower, 1.0), (upper, -1.0)] {
        for key in keys {
            let number = |map: &Map<String, Value>| map.get(key).and_then(Value::as_f64);
            let (before, after) = (number(old), number(new));
            if before == after {
                continue;
            }
            let tighter = match (before, after) {
                (_, None) => false,
                (None, Some(_)) => true,
                (Some(before), Some(after)) => sign * (after - before) > 0.0,
            };
            let shown = after.map_or_else(|| "none".to_owned(), |bound| bound.to_string());
            note(format!("has `{key}` {shown} now"), tighter);
        }
    }
}

fn fields(old: &Map<String, Value>, new: &Map<String, Value>, path: &str, found: &mut Vec<Change>) {
    let none = Map::new();
    let of =
        |map: &'_ Map<String, Value>| map.get("properties").and_then(Value::as_object).cloned();
    let (before, after) = (of(old).unwrap_or_else(|| none.clone()), of(new).unwrap_or(none));
    let required = |map: &Map<String, Value>, name: &str| {
        let names = map.get("required").and_then(Value::as_array);
        names.is_some_and(|all| all.iter().any(|one| one == name))
    };
    let at = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let closed = new.get("additionalProperties") == Some(&Value::Bool(false));
    for (name, schema) in &before {
        let Some(changed) = after.get(name) else {
            found.push(Change { path: at(name), what: "is gone".to_owned(), breaking: closed });
            continue;
        };
        if required(new, name) != required(old, name) {
            let now = required(new, name);
            let what = if now { "is required now" } else { "is optional now" };
            found.push(Change { path: at(name), what: what.to_owned(), breaking: now });
        }
        compare(schema, changed, &at(name), found);
    }
    for name in after.keys().filter(|name| !before.contains_key(*name)) {
        let needed = required(new, name);
        let what = if needed { "is new, and required" } else { "is new" };
        found.push(Change { path: at(name), what: what.to_owned(), breaking: needed });
    }
    let was_closed = old.get("additionalProperties") == Some(&Value::Bool(false));
    if closed && !was_closed {
        let what = "takes no other fields now".to_owned();
        found.push(Change { path: path.to_owned(), what, breaking: true });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(before: Value, after: Value) -> Vec<String> {
        changes(&before, &after).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn verdicts() {
        let object = |schema: Value| json!({"type": "object", "properties": {"a": schema}});
        for (before, after, verdict) in [
            (json!({"type": "string"}), json!({"type": "string"}), vec![]),
            (
                json!({"type": "integer"}),
                json!({"type": "number"}),
                vec!["compatible: `a` was of type integer and is of type number"],
            ),
            (
                json!({"type": "number"}),
                json!({"type": "integer"}),
                vec!["breaking: `a` was of type number and is of type integer"],
            ),
            (
                json!({"enum": ["x", "y"]}),
                json!({"enum": ["y", "z"]}),
                vec!["breaking: `a` no longer takes \"x\"", "compatible: `a` also takes \"z\""],
            ),
            (
                json!({"maximum": 9}),
                json!({"maximum": 5}),
                vec!["breaking: `a` has `maximum` 5 now"],
            ),
            (json!({"minimum": 2}), json!({}), vec!["compatible: `a` has `minimum` none now"]),
            (
                json!({"type": "array", "items": {"type": "string"}}),
                json!({"type": "array", "items": {"type": "boolean"}}),
                vec!["breaking: `a[]` was of type string and is of type boolean"],
            ),
        ] {
            assert_eq!(told(object(before), object(after)), verdict);
        }
    }

    #[test]
    fn names_that_go_and_come() {
        let closed = |names: &[&str], required: &[&str]| {
            let properties: Map<String, Value> =
                names.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
            json!({"type": "object", "properties": properties, "required": required,
                   "additionalProperties": false})
        };
        assert_eq!(
            told(closed(&["a", "b"], &[]), closed(&["b", "c", "d"], &["c"])),
            [
                "breaking: `a` is gone",
                "breaking: `c` is new, and required",
                "compatible: `d` is new"
            ]
        );
    }
}
