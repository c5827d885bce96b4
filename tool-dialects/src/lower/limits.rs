//! How large a schema is, as providers count.

use serde_json::{Map, Value};

use crate::rules::Profile;

/// Counts over one schema and its definitions. References are not followed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Measure {
    pub(crate) properties: usize,
    pub(crate) depth: usize,
    pub(crate) characters: usize,
    pub(crate) values: usize,
    pub(crate) optional: usize,
    pub(crate) unions: usize,
    /// An enumeration of more than 250 values with more than 15,000 characters.
    pub(crate) long_choice: bool,
}

pub(crate) fn measure(schema: &Map<String, Value>) -> Measure {
    let mut measure = Measure::default();
    count(schema, 0, &mut measure);
    measure
}

fn count(schema: &Map<String, Value>, depth: usize, measure: &mut Measure) {
    measure.depth = measure.depth.max(depth);
    if schema.contains_key("anyOf") || schema.get("type").is_some_and(Value::is_array) {
        measure.unions += 1;
    }
    if let Some(value) = schema.get("const") {
        measure.values += 1;
        measure.characters += value.to_string().len();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let characters = values.iter().map(|value| value.to_string().len()).sum::<usize>();
        measure.values += values.len();
        measure.characters += characters;
        measure.long_choice |= values.len() > 250 && characters > 15_000;
    }
    let required = schema.get("required").and_then(Value::as_array).map_or(0, Vec::len);
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        measure.properties += properties.len();
        measure.optional += properties.len().saturating_sub(required);
        for (name, schema) in properties {
            measure.characters += name.len();
            below(schema, depth + 1, measure);
        }
    }
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("items" | "additionalProperties", schema) => below(schema, depth + 1, measure),
            ("anyOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.iter().for_each(|schema| below(schema, depth, measure));
            }
            ("$defs", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    measure.characters += name.len();
                    below(schema, 0, measure);
                }
            }
            _ => {}
        }
    }
}

fn below(schema: &Value, depth: usize, measure: &mut Measure) {
    if let Some(schema) = schema.as_object() {
        count(schema, depth, measure);
    }
}

/// The first limit that a strict tool is over by itself.
pub(super) fn over_limits(
    profile: &Profile,
    schema: &Map<String, Value>,
) -> Option<(String, &'static str)> {
    let limits = profile.limits?;
    let found = measure(schema);
    let over = [
        ("properties", found.properties, limits.properties),
        ("levels", found.depth, limits.depth),
        ("characters of names and constants", found.characters, limits.characters),
        ("enum values", found.values, limits.values),
        ("optional parameters", found.optional, limits.optional),
        ("parameters with union types", found.unions, limits.unions),
    ];
    let first = over.into_iter().find(|(_, found, limit)| found > limit);
    let words = match first {
        Some((what, found, limit)) => format!("{found} {what}; the limit is {limit}"),
        None if found.long_choice && limits.values != usize::MAX => {
            "an enumeration of more than 250 values has more than 15000 characters".to_owned()
        }
        None => return None,
    };
    Some((words, profile.source))
}
