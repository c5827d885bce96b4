//! The schema of a tool's argument object, in parameter order.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::{clean, fold};
use crate::param::{Bound, Limits, ParamDef, integer};
use crate::tool::ToolDef;

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator()
}

/// The schema of the argument object of a tool.
pub(crate) fn of_params(def: &ToolDef) -> Value {
    let mut generator = generator();
    let mut properties = Map::new();
    let mut required = Vec::new();
    let types = def.describe(&mut generator).params;
    for (param, made) in def.params.iter().zip(types) {
        if !made.optional && !param.default.is_some() {
            required.push(Value::from(param.name));
        }
        let mut schema = made.schema.to_value();
        clean::schema(&mut schema);
        if let Some(variants) = made.variants {
            fold::in_order(&mut schema, variants);
        }
        if made.optional {
            clean::without_null(&mut schema);
        }
        properties.insert(param.name.to_owned(), Value::Object(annotated(schema, param)));
    }
    let mut root = Map::new();
    root.insert("type".to_owned(), "object".into());
    root.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        root.insert("required".to_owned(), Value::Array(required));
    }
    if !def.ignores_unknown() {
        root.insert("additionalProperties".to_owned(), false.into());
    }
    with_definitions(root, &mut generator)
}

/// The schema of a tool's structured output.
pub(crate) fn of_output(def: &ToolDef) -> Option<Value> {
    let mut generator = generator();
    let mut schema = def.describe(&mut generator).output?.to_value();
    clean::schema(&mut schema);
    match schema {
        Value::Object(map) => Some(with_definitions(map, &mut generator)),
        _ => None,
    }
}

/// Adds what recursive types refer to.
fn with_definitions(mut root: Map<String, Value>, generator: &mut SchemaGenerator) -> Value {
    let mut definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        for definition in definitions.values_mut() {
            clean::schema(definition);
        }
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Value::Object(root)
}

/// The schema of a type with what the parameter adds, the description first after the type.
fn annotated(schema: Value, param: &ParamDef) -> Map<String, Value> {
    let mut map = match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    if !param.doc.is_empty() {
        map.insert("description".to_owned(), clean::described(param.doc, &map).into());
    }
    if let Some(limits) = param.limits {
        limit(&mut map, limits);
    }
    if let Some(default) = param.default.value()
        && !default.is_null()
    {
        map.insert("default".to_owned(), default);
    }
    let examples: Vec<Value> =
        param.examples.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    if !examples.is_empty() {
        map.insert("examples".to_owned(), Value::Array(examples));
    }
    map
}

fn limit(map: &mut Map<String, Value>, limits: &Limits) {
    let mut bound = |bound: Option<Bound>, with: &str, without: &str| match bound {
        Some(Bound::Int(int)) => {
            map.insert(with.to_owned(), integer(int));
        }
        Some(Bound::Float(float)) => {
            map.insert(with.to_owned(), json!(float));
        }
        Some(Bound::Below(float)) => {
            map.remove(with);
            map.insert(without.to_owned(), json!(float));
        }
        None => {}
    };
    bound(limits.min, "minimum", "exclusiveMinimum");
    bound(limits.max, "maximum", "exclusiveMaximum");
    let is_list = map.get("type").and_then(Value::as_str) == Some("array");
    let (least, most) = if is_list { ("minItems", "maxItems") } else { ("minLength", "maxLength") };
    if let Some(length) = limits.min_length {
        map.insert(least.to_owned(), length.into());
    }
    if let Some(length) = limits.max_length {
        map.insert(most.to_owned(), length.into());
    }
    if let Some(pattern) = &limits.pattern {
        map.insert("pattern".to_owned(), pattern.source().into());
    }
}
