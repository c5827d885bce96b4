//! Whether a value will decode, told from its outline alone, at a fraction of the cost of
//! decoding it.
//!
//! Text is taken out of a value while it is decoded, so a value that might fail must not be
//! decoded that way: the slow path wants it whole. Where a schema says more than an outline can
//! (a format, a choice, a reference) there is none, and the value is decoded by reference.

use serde_json::{Map, Value};

/// What a value looks like from outside.
#[derive(Debug, PartialEq)]
pub(crate) enum Outline {
    /// Any text.
    Text,
    /// One of these texts.
    Names(Vec<String>),
    /// `true` or `false`.
    Bool,
    /// An integer between these.
    Int(i128, i128),
    /// A number.
    Number,
    /// A list.
    List(Box<Outline>),
    /// An object of any keys.
    Map(Box<Outline>),
    /// An object of these fields, and others that are not looked at.
    Fields(Vec<Field>),
}

#[derive(Debug, PartialEq)]
pub(crate) struct Field {
    name: String,
    required: bool,
    outline: Outline,
}

/// The keywords that an outline takes into account, or that say nothing about values.
const KNOWN: [&str; 10] = [
    "type",
    "properties",
    "required",
    "items",
    "additionalProperties",
    "enum",
    "minimum",
    "maximum",
    "description",
    "default",
];

impl Outline {
    /// The outline of the values that a schema accepts, if it is all that the schema says.
    pub(crate) fn of(schema: &Value) -> Option<Outline> {
        let map = schema.as_object()?;
        if map.keys().any(|key| !KNOWN.contains(&key.as_str())) {
            return None;
        }
        if let Some(values) = map.get("enum") {
            let names = values.as_array()?.iter();
            return names
                .map(|name| name.as_str().map(str::to_owned))
                .collect::<Option<_>>()
                .map(Outline::Names);
        }
        match map.get("type")?.as_str()? {
            "string" => Some(Outline::Text),
            "boolean" => Some(Outline::Bool),
            "integer" => Some(Outline::Int(
                bound(map, "minimum", i64::MIN.into())?,
                bound(map, "maximum", u64::MAX.into())?,
            )),
            "number" if !map.contains_key("minimum") && !map.contains_key("maximum") => {
                Some(Outline::Number)
            }
            "array" => Some(Outline::List(Box::new(Outline::of(map.get("items")?)?))),
            "object" => object(map),
            _ => None,
        }
    }

    /// Whether a value has this outline.
    pub(crate) fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Outline::Text, Value::String(_)) | (Outline::Bool, Value::Bool(_)) => true,
            (Outline::Number, Value::Number(_)) => true,
            (Outline::Int(low, high), Value::Number(number)) => {
                let int = match number.as_u64() {
                    Some(int) => i128::from(int),
                    None => match number.as_i64() {
                        Some(int) => int.into(),
                        None => return false,
                    },
                };
                *low <= int && int <= *high
            }
            (Outline::Names(names), Value::String(text)) => names.contains(text),
            (Outline::List(item), Value::Array(items)) => {
                items.iter().all(|value| item.fits(value))
            }
            (Outline::Map(item), Value::Object(map)) => map.values().all(|value| item.fits(value)),
            (Outline::Fields(fields), Value::Object(map)) => fit(fields, map),
            _ => false,
        }
    }
}

fn bound(map: &Map<String, Value>, key: &str, otherwise: i128) -> Option<i128> {
    match map.get(key) {
        None => Some(otherwise),
        Some(value) => value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from)),
    }
}

fn object(map: &Map<String, Value>) -> Option<Outline> {
    let Some(properties) = map.get("properties") else {
        let values = map.get("additionalProperties")?;
        return Some(Outline::Map(Box::new(Outline::of(values)?)));
    };
    // A closed object, or one whose other keys have a schema, asks more than a look at its fields.
    if map.contains_key("additionalProperties") {
        return None;
    }
    let required = map.get("required").and_then(Value::as_array);
    let needed = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    let field = |(name, schema): (&String, &Value)| {
        Some(Field { name: name.clone(), required: needed(name), outline: Outline::of(schema)? })
    };
    properties.as_object()?.iter().map(field).collect::<Option<_>>().map(Outline::Fields)
}

/// Models send fields in their declared order: both are gone through side by side, and only a
/// field out of its place is looked for.
fn fit(fields: &[Field], map: &Map<String, Value>) -> bool {
    let mut entries = map.iter();
    for field in fields {
        let found = match entries.clone().next() {
            Some((key, value)) if *key == field.name => {
                entries.next();
                Some(value)
            }
            _ => map.get(&field.name),
        };
        let good = match found {
            Some(value) => field.outline.fits(value),
            None => !field.required,
        };
        if !good {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(schema: Value) -> Outline {
        Outline::of(&schema).unwrap()
    }

    #[test]
    fn a_schema_that_says_more_has_no_outline() {
        for schema in [
            json!({}),
            json!({"type": "string", "format": "uuid"}),
            json!({"type": "string", "pattern": "a"}),
            json!({"anyOf": [{"type": "string"}]}),
            json!({"$ref": "#/$defs/X"}),
            json!({"type": ["string", "null"]}),
            json!({"type": "number", "minimum": 0}),
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
            json!({"type": "array", "items": {"const": 1}}),
        ] {
            assert_eq!(Outline::of(&schema), None, "{schema}");
        }
    }

    #[test]
    fn fields_fit_in_any_order_and_missing_ones_are_seen() {
        let edit = of(json!({"type": "object", "required": ["old"], "properties": {
            "old": {"type": "string"},
            "n": {"type": "integer", "minimum": 0, "maximum": 9},
            "kind": {"enum": ["a", "b"], "type": "string"},
        }}));
        for good in [
            json!({"old": "x", "n": 3, "kind": "a"}),
            json!({"kind": "b", "n": 9, "old": "x"}),
            json!({"old": "x", "other": [1]}),
        ] {
            assert!(edit.fits(&good), "{good}");
        }
        for bad in [
            json!({}),
            json!({"old": 1}),
            json!({"old": "x", "n": "3"}),
            json!({"old": "x", "n": 10}),
            json!({"old": "x", "n": 3.0}),
            json!({"old": "x", "n": null}),
            json!({"old": "x", "kind": "c"}),
            json!([]),
        ] {
            assert!(!edit.fits(&bad), "{bad}");
        }
    }
}
