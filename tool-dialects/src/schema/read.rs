//! A schema object's own keywords: `type`, `enum`, and what belongs to each type.

use serde_json::{Map, Number, Value};

use super::node::{Bounds, Choice, Field, Fields, Kind, List, Node, Rest, Text, Tuple, Union};
use super::parse::Reader;
use super::refs::escape;
use crate::error::DialectError;

type Schema = Map<String, Value>;

impl Reader<'_> {
    /// The node of everything in the object that is not a reference or a combination.
    pub(super) fn own(
        &mut self,
        map: &Schema,
        path: &str,
        depth: usize,
    ) -> Result<Node, DialectError> {
        let types = self.types(map, path)?;
        let mut nullable = types.contains(&"null") || map.get("nullable") == Some(&true.into());
        if let Some(choice) = self.choice(map, &types, path)? {
            nullable |= choice.values.iter().any(|(value, _)| value.is_null());
            return Ok(choice_node(choice, nullable, path));
        }
        let mut kinds = Vec::new();
        for name in types.iter().filter(|name| **name != "null") {
            kinds.push(match *name {
                "boolean" => Kind::Bool,
                "integer" | "number" => Kind::Number(bounds(map, *name == "integer")),
                "string" => Kind::Text(text(map)),
                "array" => self.list(map, path, depth)?,
                _ => Kind::Object(self.fields(map, path, depth)?),
            });
        }
        let kind = match (kinds.pop(), kinds.is_empty()) {
            (None, _) if types.contains(&"null") => {
                nullable = false;
                Kind::Null
            }
            (None, _) => Kind::Any,
            (Some(kind), true) => kind,
            (Some(kind), false) => {
                kinds.push(kind);
                let variants = kinds.into_iter().map(|kind| Node::of(kind, path)).collect();
                Kind::Union(Union { variants, exclusive: false })
            }
        };
        let mut node = Node::of(kind, path);
        node.nullable = nullable && !matches!(node.kind, Kind::Any | Kind::Null);
        Ok(node)
    }

    /// The names under `type`, or what the other keywords imply. Upper case is Gemini's.
    fn types(&self, map: &Schema, path: &str) -> Result<Vec<&'static str>, DialectError> {
        let given: Vec<&Value> = match map.get("type") {
            None => return Ok(implied(map)),
            Some(Value::Array(names)) => names.iter().collect(),
            Some(name) => vec![name],
        };
        let mut types = Vec::new();
        for name in given {
            let known = name.as_str().and_then(|name| {
                ["null", "boolean", "integer", "number", "string", "array", "object"]
                    .into_iter()
                    .find(|known| known.eq_ignore_ascii_case(name))
            });
            match known {
                Some(known) if types.contains(&known) => {}
                Some(known) => types.push(known),
                None => {
                    let reason = format!("{name} is no JSON Schema type");
                    return Err(self.wrong(&format!("{path}/type"), reason));
                }
            }
        }
        // Every integer is a number.
        if types.contains(&"number") {
            types.retain(|name| *name != "integer");
        }
        Ok(types)
    }

    fn choice(
        &self,
        map: &Schema,
        types: &[&str],
        path: &str,
    ) -> Result<Option<Choice>, DialectError> {
        let (values, constant) = match (map.get("const"), map.get("enum")) {
            (Some(value), _) => (vec![value.clone()], true),
            (None, Some(Value::Array(values))) => (values.clone(), false),
            (None, Some(_)) => return Err(self.wrong(&format!("{path}/enum"), "`enum` is a list")),
            (None, None) => return Ok(None),
        };
        let declared = map.contains_key("type");
        let nullable = map.get("nullable") == Some(&Value::Bool(true));
        let mut kept: Vec<(Value, Option<String>)> = Vec::new();
        for value in values {
            // Gemini writes an enumeration of integers as text.
            let value = match (&value, types) {
                (Value::String(text), ["integer"]) => {
                    text.parse::<i64>().map_or(value, Value::from)
                }
                _ => value,
            };
            let fits = !declared
                || (nullable && value.is_null())
                || types.iter().any(|name| is_type(&value, name));
            if fits && !kept.iter().any(|(seen, _)| *seen == value) {
                kept.push((value, None));
            }
        }
        Ok(Some(Choice { values: kept, constant, union: false }))
    }

    fn list(&mut self, map: &Schema, path: &str, depth: usize) -> Result<Kind, DialectError> {
        let min = count(map, "minItems");
        let max = count(map, "maxItems");
        let unique = map.get("uniqueItems") == Some(&Value::Bool(true));
        // `items` as a list is draft 7's `prefixItems`, and `additionalItems` its `items`.
        let (keyword, first, rest) = match (map.get("prefixItems"), map.get("items")) {
            (Some(first), rest) => ("prefixItems", Some(first), rest.map(|rest| ("items", rest))),
            (None, Some(first @ Value::Array(_))) => {
                let rest = map.get("additionalItems").map(|rest| ("additionalItems", rest));
                ("items", Some(first), rest)
            }
            (None, items) => ("items", None, items.map(|items| ("items", items))),
        };
        let rest = match rest {
            Some((keyword, rest)) => {
                Some(Box::new(self.schema(rest, &format!("{path}/{keyword}"), depth + 1)?))
            }
            None => None,
        };
        let Some(first) = first else {
            return Ok(Kind::List(List { items: rest, min, max, unique }));
        };
        let Some(first) = first.as_array() else {
            return Err(self.wrong(&format!("{path}/{keyword}"), "`prefixItems` is a list"));
        };
        let mut items = Vec::with_capacity(first.len());
        for (at, item) in first.iter().enumerate() {
            items.push(self.schema(item, &format!("{path}/{keyword}/{at}"), depth + 1)?);
        }
        if items.is_empty() {
            return Ok(Kind::List(List { items: rest, min, max, unique }));
        }
        Ok(Kind::Tuple(Tuple { items, rest, min, max, unique }))
    }

    fn fields(&mut self, map: &Schema, path: &str, depth: usize) -> Result<Fields, DialectError> {
        let mut fields = Fields {
            min: count(map, "minProperties"),
            max: count(map, "maxProperties"),
            ..Fields::default()
        };
        let required: Vec<&str> = match map.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            // Draft 3 had a boolean here, on the property itself.
            _ => Vec::new(),
        };
        for (name, schema) in self.object_of(map, "properties", path)? {
            let at = format!("{path}/properties/{}", escape(name));
            let node = self.schema(schema, &at, depth + 1)?;
            let required = required.contains(&name.as_str());
            fields.fields.push(Field { name: name.clone(), node, required });
        }
        for name in required {
            if !fields.fields.iter().any(|field| field.name == name) {
                let node = Node::of(Kind::Any, format!("{path}/required"));
                fields.fields.push(Field { name: name.to_owned(), node, required: true });
            }
        }
        if let Some(order) = map.get("propertyOrdering").and_then(Value::as_array) {
            let rank =
                |field: &Field| order.iter().position(|name| name.as_str() == Some(&field.name));
            fields.fields.sort_by_key(|field| rank(field).unwrap_or(usize::MAX));
        }
        for (pattern, schema) in self.object_of(map, "patternProperties", path)? {
            let at = format!("{path}/patternProperties/{}", escape(pattern));
            let node = self.schema(schema, &at, depth + 1)?;
            fields.patterns.push((pattern.clone(), node));
        }
        fields.rest = match map.get("additionalProperties") {
            None => Rest::Silent,
            Some(Value::Bool(false)) => Rest::Closed,
            Some(schema) => {
                let at = format!("{path}/additionalProperties");
                let node = self.schema(schema, &at, depth + 1)?;
                match node.kind {
                    Kind::Any if node.is_bare() && node.description.is_none() => Rest::Open,
                    Kind::Never => Rest::Closed,
                    _ => Rest::Of(Box::new(node)),
                }
            }
        };
        Ok(fields)
    }

    fn object_of<'m>(
        &self,
        map: &'m Schema,
        keyword: &str,
        path: &str,
    ) -> Result<Vec<(&'m String, &'m Value)>, DialectError> {
        match map.get(keyword) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Object(members)) => Ok(members.iter().collect()),
            Some(_) => {
                Err(self.wrong(&format!("{path}/{keyword}"), format!("`{keyword}` is an object")))
            }
        }
    }
}

fn choice_node(mut choice: Choice, nullable: bool, path: &str) -> Node {
    choice.values.retain(|(value, _)| !value.is_null());
    let kind = match (choice.values.is_empty(), nullable) {
        (true, true) => return Node::of(Kind::Null, path),
        (true, false) => Kind::Never,
        (false, _) => Kind::Choice(choice),
    };
    let mut node = Node::of(kind, path);
    node.nullable = nullable;
    node
}

/// What a schema without `type` is about, going by its keywords.
fn implied(map: &Schema) -> Vec<&'static str> {
    let has = |keywords: &[&str]| keywords.iter().any(|keyword| map.contains_key(*keyword));
    let object =
        ["properties", "required", "additionalProperties", "patternProperties", "minProperties"];
    if has(&object) && map.get("required").is_none_or(Value::is_array) {
        vec!["object"]
    } else if has(&["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]) {
        vec!["array"]
    } else if has(&["pattern", "minLength", "maxLength"]) {
        vec!["string"]
    } else if has(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) {
        vec!["number"]
    } else {
        Vec::new()
    }
}

pub(super) fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(is_whole),
        "number" => value.is_number(),
        name => super::json_type(value) == name,
    }
}

fn is_whole(number: f64) -> bool {
    number.fract() == 0.0
}

fn count(map: &Schema, keyword: &str) -> Option<u64> {
    let value = map.get(keyword)?;
    // The protobuf JSON of Gemini writes int64 as text.
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).or_else(|| {
        // `2.0` is an integer in JSON Schema.
        let number = value.as_f64().filter(|number| is_whole(*number) && *number >= 0.0)?;
        format!("{number:.0}").parse().ok()
    })
}

fn number(map: &Schema, keyword: &str) -> Option<Number> {
    map.get(keyword).and_then(Value::as_number).cloned()
}

fn bounds(map: &Schema, integer: bool) -> Bounds {
    let mut bounds = Bounds {
        integer,
        minimum: number(map, "minimum"),
        maximum: number(map, "maximum"),
        above: number(map, "exclusiveMinimum"),
        below: number(map, "exclusiveMaximum"),
        multiple: number(map, "multipleOf"),
        format: map.get("format").and_then(Value::as_str).map(str::to_owned),
    };
    // Draft 4 and OpenAPI 3.0: a flag beside the bound.
    if map.get("exclusiveMinimum") == Some(&Value::Bool(true)) {
        bounds.above = bounds.minimum.take();
    }
    if map.get("exclusiveMaximum") == Some(&Value::Bool(true)) {
        bounds.below = bounds.maximum.take();
    }
    bounds
}

fn text(map: &Schema) -> Text {
    let string = |keyword: &str| map.get(keyword).and_then(Value::as_str).map(str::to_owned);
    Text {
        format: string("format"),
        pattern: string("pattern"),
        min: count(map, "minLength"),
        max: count(map, "maxLength"),
    }
}
