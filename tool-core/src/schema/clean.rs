//! Takes out of a schema what a model does not need, and nothing that a value must satisfy.
//!
//! Only schema positions are walked: a property called `title` stays.

use serde_json::{Map, Value};

use super::fold;
use crate::param::integer;

/// Cleans a schema and every schema within it.
pub(crate) fn schema(value: &mut Value) {
    // `true` accepts everything; some consumers take objects only.
    if *value == Value::Bool(true) {
        *value = Value::Object(Map::new());
    }
    let Value::Object(map) = value else { return };
    for key in ["title", "$schema", "nullable"] {
        if !map.get(key).is_some_and(Value::is_object) {
            map.shift_remove(key);
        }
    }
    if map.get("default").is_some_and(Value::is_null) {
        map.shift_remove("default");
    }
    number_format(map);
    children(map, schema);
    fold::unit_variants(map);
    optional_fields(map);
}

/// Calls `work` on every schema directly within a schema.
pub(super) fn children(map: &mut Map<String, Value>, work: fn(&mut Value)) {
    for (key, value) in map.iter_mut() {
        match key.as_str() {
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                if let Value::Object(named) = value {
                    named.values_mut().for_each(work);
                }
            }
            "items" | "prefixItems" | "anyOf" | "oneOf" | "allOf" => match value {
                Value::Array(listed) => listed.iter_mut().for_each(work),
                one => work(one),
            },
            // A boolean here is a rule, not a schema to describe.
            "additionalProperties" | "unevaluatedProperties" | "additionalItems"
                if value.is_object() =>
            {
                work(value);
            }
            "not" | "if" | "then" | "else" | "contains" | "propertyNames" => work(value),
            _ => {}
        }
    }
}

/// A number's format (`uint32`) as the bounds that it stands for.
fn number_format(map: &mut Map<String, Value>) {
    let Some(format) = map.get("format").and_then(Value::as_str) else { return };
    let (least, most): (Option<i128>, Option<i128>) = match format {
        "int8" => (Some(i8::MIN.into()), Some(i8::MAX.into())),
        "int16" => (Some(i16::MIN.into()), Some(i16::MAX.into())),
        "int32" => (Some(i32::MIN.into()), Some(i32::MAX.into())),
        "uint8" => (Some(0), Some(u8::MAX.into())),
        "uint16" => (Some(0), Some(u16::MAX.into())),
        "uint32" => (Some(0), Some(u32::MAX.into())),
        "int" | "int64" => (Some(i64::MIN.into()), Some(i64::MAX.into())),
        "uint" | "uint64" => (Some(0), Some(u64::MAX.into())),
        "uint128" => (Some(0), None),
        "int128" | "float" | "double" => (None, None),
        _ => return,
    };
    map.shift_remove("format");
    for (key, bound) in [("minimum", least), ("maximum", most)] {
        if let Some(bound) = bound
            && !map.contains_key(key)
        {
            map.insert(key.to_owned(), integer(bound));
        }
    }
}

/// A field that may be absent need not be null as well.
fn optional_fields(map: &mut Map<String, Value>) {
    let required: Vec<String> = map
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            if !required.contains(name) {
                without_null(property);
            }
        }
    }
}

/// Takes the null branch off a schema that has another.
pub(crate) fn without_null(value: &mut Value) {
    let Value::Object(map) = value else { return };
    if let Some(Value::Array(types)) = map.get_mut("type")
        && types.len() > 1
    {
        types.retain(|name| name != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            map.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(values)) = map.get_mut("enum")
        && values.len() > 1
    {
        values.retain(|value| !value.is_null());
    }
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = map.get_mut(key) else { continue };
        let is_null = |branch: &Value| branch.get("type").is_some_and(|name| name == "null");
        if branches.len() < 2 || !branches.iter().any(is_null) {
            continue;
        }
        branches.retain(|branch| !is_null(branch));
        if branches.len() > 1 {
            continue;
        }
        let Some(Value::Object(inner)) = branches.pop() else { continue };
        map.shift_remove(key);
        // What stands beside the union was written closer to the use, so it wins.
        let outer = std::mem::take(map);
        *map = inner;
        map.extend(outer);
    }
}

/// A parameter's own description, with what its type adds to it (the meaning of each value).
pub(super) fn described(doc: &str, map: &Map<String, Value>) -> String {
    let meanings = map
        .get("description")
        .and_then(Value::as_str)
        .and_then(|text| text.find(fold::MEANINGS).and_then(|start| text.get(start..)));
    match meanings {
        Some(meanings) => format!("{doc}{meanings}"),
        None => doc.to_owned(),
    }
}
