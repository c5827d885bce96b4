//! Two schemas are the same structure when they accept the same shapes, however they are written.
//!
//! Left out of the comparison: texts (`description`, `title`), annotations (`$schema`, `default`,
//! `examples`, `deprecated`), the order of keys, widths of numbers (`format: uint32`), and
//! `propertyOrdering`. References are written out, `null` is a flag, constants are sets.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// How often a recursive definition is written out inside itself.
const UNROLL: usize = 3;

pub(crate) fn canonical(schema: &Value) -> Value {
    let defs = schema.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
    of(schema, &defs, &mut Vec::new())
}

fn of(schema: &Value, defs: &Map<String, Value>, stack: &mut Vec<String>) -> Value {
    let Value::Object(map) = schema else {
        return if *schema == Value::Bool(true) { json!({}) } else { schema.clone() };
    };
    if let Some(target) = map.get("$ref").and_then(Value::as_str) {
        let name = target.rsplit('/').next().unwrap_or_default().to_owned();
        if stack.iter().filter(|known| **known == name).count() >= UNROLL {
            return json!({ "recursive": name });
        }
        stack.push(name.clone());
        let target = defs.get(&name).unwrap_or_else(|| panic!("`{target}` dangles"));
        let out = of(target, defs, stack);
        stack.pop();
        return out;
    }
    let mut out = BTreeMap::new();
    let mut null = map.get("nullable") == Some(&Value::Bool(true));
    let mut kind = None;
    match map.get("type") {
        Some(Value::String(name)) => kind = Some(name.to_lowercase()),
        Some(Value::Array(names)) => {
            let mut rest: Vec<String> =
                names.iter().filter_map(Value::as_str).map(str::to_lowercase).collect();
            null |= rest.contains(&"null".to_owned());
            rest.retain(|name| name != "null");
            rest.sort();
            kind = Some(rest.join("|"));
        }
        _ => {}
    }
    let numeric = matches!(kind.as_deref(), Some("integer" | "number"));
    for (keyword, value) in map {
        let value = match keyword.as_str() {
            "type" | "nullable" | "description" | "title" | "$schema" | "default" | "examples"
            | "deprecated" | "propertyOrdering" | "$defs" => continue,
            "format" if numeric => continue,
            "properties" | "patternProperties" => {
                let members = value.as_object().expect("an object");
                if members.is_empty() {
                    continue;
                }
                let members: BTreeMap<&String, Value> =
                    members.iter().map(|(name, schema)| (name, of(schema, defs, stack))).collect();
                json!(members)
            }
            "required" => {
                let mut names: Vec<&str> =
                    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
                if names.is_empty() {
                    continue;
                }
                names.sort_unstable();
                json!(names)
            }
            "items" | "additionalProperties" if value.is_object() => of(value, defs, stack),
            "items" if *value == Value::Bool(true) => json!({}),
            "prefixItems" => {
                value.as_array().expect("a list").iter().map(|item| of(item, defs, stack)).collect()
            }
            "const" | "enum" => {
                let mut values = match value {
                    Value::Array(values) if keyword == "enum" => values.clone(),
                    value => vec![value.clone()],
                };
                null |= values.contains(&Value::Null);
                values.retain(|value| !value.is_null());
                out.insert("values".to_owned(), set(values));
                continue;
            }
            "anyOf" | "oneOf" => {
                let mut variants: Vec<Value> =
                    value.as_array().expect("a list").iter().map(|v| of(v, defs, stack)).collect();
                null |= variants.iter().any(|v| v["kind"] == "null" || v["null"] == true);
                variants.retain(|variant| variant["kind"] != "null");
                for variant in &mut variants {
                    variant.as_object_mut().expect("an object").remove("null");
                }
                let mut only = |variant: &Value| {
                    for (key, value) in variant.as_object().expect("an object") {
                        out.insert(key.clone(), value.clone());
                    }
                };
                if let [variant] = variants.as_slice() {
                    only(variant);
                    continue;
                }
                let constants = |v: &Value| v.get("values").is_some();
                if variants.iter().all(constants) {
                    let all = variants.iter().flat_map(|v| v["values"].as_array().unwrap().clone());
                    out.insert("values".to_owned(), set(all.collect()));
                    continue;
                }
                json!(variants)
            }
            _ => match value.as_f64() {
                Some(number) => json!(number),
                None => value.clone(),
            },
        };
        out.insert(keyword.clone(), value);
    }
    if let Some(kind) = kind.filter(|_| !out.contains_key("values")) {
        out.insert("kind".to_owned(), kind.into());
    }
    if null && out.get("kind") != Some(&json!("null")) {
        out.insert("null".to_owned(), true.into());
    }
    json!(out)
}

fn set(mut values: Vec<Value>) -> Value {
    values.sort_by_key(Value::to_string);
    values.dedup();
    Value::Array(values)
}
