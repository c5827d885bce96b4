//! One value beside its schema: every fault with its path, and every lossless repair.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::check::required;
use super::coerce::{coerce, integral};
use super::describe::{clip, expected, one_of, show};
use super::report::{Fault, FaultKind, Repair};
use super::shape::Shape;
use super::{ArgumentPolicy, limits, unions};
use crate::{pattern, suggest};

/// A walk of one value beside its schema.
pub(super) struct Walk<'s> {
    root: &'s Value,
    pub(super) policy: ArgumentPolicy,
    pub(super) path: String,
    pub(super) faults: Vec<Fault>,
    pub(super) repairs: Vec<Repair>,
    pub(super) secret: BTreeSet<String>,
    /// References followed without going deeper into the value.
    hops: usize,
}

impl<'s> Walk<'s> {
    pub(super) fn new(root: &'s Value, policy: ArgumentPolicy) -> Self {
        Walk {
            root,
            policy,
            path: String::new(),
            faults: Vec::new(),
            repairs: Vec::new(),
            secret: BTreeSet::new(),
            hops: 0,
        }
    }

    /// A walk that starts where this one stands, and finds nothing yet.
    pub(super) fn branch(&self) -> Walk<'s> {
        Walk {
            root: self.root,
            policy: self.policy,
            path: self.path.clone(),
            faults: Vec::new(),
            repairs: Vec::new(),
            secret: self.secret.clone(),
            hops: self.hops,
        }
    }

    pub(super) fn fault(&mut self, kind: FaultKind, detail: impl Into<String>) {
        self.faults.push(Fault { path: self.path.clone(), kind, detail: detail.into() });
    }

    fn repaired(&mut self, what: &'static str) {
        self.repairs.push(Repair { path: self.path.clone(), what });
    }

    /// A value in words, unless its parameter is secret.
    pub(super) fn shown(&self, value: &Value) -> String {
        let end = self.path.find(['.', '[']).unwrap_or(self.path.len());
        if self.secret.contains(self.path.get(..end).unwrap_or_default()) {
            return "the value given (hidden)".to_owned();
        }
        show(value)
    }

    /// Makes the whole into an object where that loses nothing.
    pub(super) fn root_object(&mut self, value: &mut Value) {
        if self.policy == ArgumentPolicy::Strict {
            return;
        }
        if value.is_null() {
            *value = Value::Object(Map::new());
        } else if let Some((object, what)) = coerce(value, &["object"]) {
            *value = object;
            self.repaired(what);
        }
    }

    /// The arguments under their wire names.
    pub(super) fn wire_names(
        &mut self,
        shape: &Shape,
        sent: &Map<String, Value>,
    ) -> Map<String, Value> {
        let mut map = Map::new();
        for (key, value) in sent {
            let name = shape.alias_of(key).unwrap_or(key);
            if map.contains_key(name) {
                self.path = clip(name, 80);
                self.fault(
                    FaultKind::Duplicate,
                    "is given twice, by name and by alias; send it once",
                );
                self.path.clear();
            }
            map.insert(name.to_owned(), value.clone());
        }
        map
    }

    /// A null for a parameter that may be absent, and that takes no null, is absence.
    pub(super) fn drop_nulls(&mut self, shape: &Shape, map: &mut Map<String, Value>) {
        let needed = required(&shape.schema);
        let absent: Vec<String> = map
            .iter()
            .filter(|(key, value)| {
                value.is_null()
                    && !needed.contains(key.as_str())
                    && shape.schema.get("properties").is_some_and(|p| p.get(key).is_some())
            })
            .map(|(key, _)| key.clone())
            .collect();
        for key in absent {
            let has_default = shape.param(&key).is_some_and(|param| param.default.is_some());
            let schema = shape.schema.get("properties").and_then(|all| all.get(&key));
            let takes_null = schema.is_some_and(|schema| {
                let mut walk = Walk::new(self.root, ArgumentPolicy::Strict);
                walk.node(schema, &mut Value::Null);
                walk.faults.is_empty()
            });
            if has_default || !takes_null {
                map.shift_remove(&key);
                self.path = key;
                self.repaired("null to absent");
                self.path.clear();
            }
        }
    }

    /// Checks one value, and repairs it in place.
    pub(super) fn node(&mut self, schema: &'s Value, value: &mut Value) {
        let map = match schema {
            Value::Object(map) => map,
            Value::Bool(false) => {
                let shown = self.shown(value);
                return self.fault(FaultKind::Unknown, format!("must be absent, not {shown}"));
            }
            _ => return,
        };
        if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            self.reference(reference, value);
        }
        if !self.types(schema, map, value) {
            return;
        }
        if !self.values(map, value) {
            return;
        }
        match value {
            Value::Object(_) => self.object(map, value),
            Value::Array(_) => self.array(map, value),
            _ => {}
        }
        limits::check(self, map, value);
        unions::check(self, map, value);
    }

    fn reference(&mut self, reference: &str, value: &mut Value) {
        // A chain of references that never reaches a value has no meaning; 64 is longer than
        // any that has.
        if self.hops >= 64 {
            return;
        }
        let pointer = reference.strip_prefix('#').unwrap_or_default();
        let decoded = pointer.replace("%25", "%");
        if let Some(target) = self.root.pointer(&decoded) {
            self.hops += 1;
            self.node(target, value);
            self.hops -= 1;
        }
    }

    /// Whether the value is of a type that the schema names, once repaired.
    fn types(&mut self, schema: &Value, map: &'s Map<String, Value>, value: &mut Value) -> bool {
        let types: Vec<&str> = match map.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        if types.iter().any(|name| is_type(value, name)) {
            return true;
        }
        if types.contains(&"integer")
            && let Some(int) = integral(value)
        {
            *value = int;
            return true;
        }
        if self.policy == ArgumentPolicy::Lenient
            && let Some((repaired, what)) = coerce(value, &types)
        {
            *value = repaired;
            self.repaired(what);
            return true;
        }
        let shown = self.shown(value);
        self.fault(
            FaultKind::Type,
            format!("must be {}, not {shown}", clip(&expected(schema), 200)),
        );
        false
    }

    /// Whether the value is one of those listed, where some are.
    fn values(&mut self, map: &Map<String, Value>, value: &Value) -> bool {
        if let Some(Value::Array(allowed)) = map.get("enum")
            && !allowed.iter().any(|one| same(one, value))
        {
            let names = allowed.iter().filter_map(Value::as_str);
            let near = value.as_str().and_then(|given| suggest::nearest(given, names));
            let mean = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
            let shown = self.shown(value);
            self.fault(FaultKind::Enum, format!("must be {}, not {shown}{mean}", one_of(allowed)));
            return false;
        }
        if let Some(only) = map.get("const")
            && !same(only, value)
        {
            let shown = self.shown(value);
            self.fault(
                FaultKind::Enum,
                format!("must be {}, not {shown}", super::describe::literal(only)),
            );
            return false;
        }
        true
    }

    fn array(&mut self, map: &'s Map<String, Value>, value: &mut Value) {
        let Value::Array(items) = value else { return };
        // Draft 7 writes a tuple as `items: […]` and its tail as `additionalItems`.
        let tuple = map.get("prefixItems").or_else(|| map.get("items").filter(|i| i.is_array()));
        let rest = match map.get("items") {
            Some(Value::Array(_)) => map.get("additionalItems"),
            other => other,
        };
        let heads = tuple.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let length = self.path.len();
        for (index, item) in items.iter_mut().enumerate() {
            let Some(schema) = heads.get(index).or(rest) else { continue };
            self.path.push_str(&format!("[{index}]"));
            self.deeper(schema, item);
            self.path.truncate(length);
        }
    }

    fn deeper(&mut self, schema: &'s Value, value: &mut Value) {
        let hops = std::mem::take(&mut self.hops);
        self.node(schema, value);
        self.hops = hops;
    }

    fn object(&mut self, map: &'s Map<String, Value>, value: &mut Value) {
        let Value::Object(fields) = value else { return };
        let none = Map::new();
        let properties = map.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.unwrap_or(&none).iter() {
            let Some(field) = fields.get_mut(name) else {
                let is_required = map
                    .get("required")
                    .and_then(Value::as_array)
                    .is_some_and(|all| all.iter().any(|one| one.as_str() == Some(name.as_str())));
                if is_required {
                    let wanted = clip(&expected(schema), 200);
                    self.at(name, |walk| {
                        walk.fault(FaultKind::Missing, format!("is missing ({wanted})"));
                    });
                }
                continue;
            };
            // Borrowed from the schema, not from `none`, which is empty.
            if let Some(schema) = properties.and_then(|all| all.get(name)) {
                self.at(name, |walk| walk.deeper(schema, field));
            }
        }
        for name in map.get("required").and_then(Value::as_array).into_iter().flatten() {
            let Some(name) = name.as_str() else { continue };
            if !fields.contains_key(name) && properties.is_none_or(|all| !all.contains_key(name)) {
                self.at(name, |walk| walk.fault(FaultKind::Missing, "is missing"));
            }
        }
        self.other_fields(map, fields);
    }

    /// Fields that `properties` does not name.
    fn other_fields(&mut self, map: &'s Map<String, Value>, fields: &mut Map<String, Value>) {
        let none = Map::new();
        let properties = map.get("properties").and_then(Value::as_object);
        let patterns = map.get("patternProperties").and_then(Value::as_object);
        let additional = map.get("additionalProperties");
        let mut unknown: Vec<String> = Vec::new();
        for (name, field) in fields.iter_mut() {
            if properties.is_some_and(|all| all.contains_key(name)) {
                continue;
            }
            let mut matched = false;
            for (pattern, schema) in patterns.into_iter().flatten() {
                if pattern::matches(pattern, name) {
                    matched = true;
                    self.at(name, |walk| walk.deeper(schema, field));
                }
            }
            match additional {
                _ if matched => {}
                Some(Value::Bool(false)) => unknown.push(name.clone()),
                Some(schema) => self.at(name, |walk| walk.deeper(schema, field)),
                None => {}
            }
        }
        unknown.sort();
        for name in unknown {
            let known = properties.unwrap_or(&none);
            // A name that is already there was not misspelt.
            let free = known.keys().map(String::as_str).filter(|k| !fields.contains_key(*k));
            let detail = match suggest::nearest(&name, free) {
                Some(near) => format!("is not known here; did you mean `{near}`?"),
                None => "is not known here".to_owned(),
            };
            self.at(&name, |walk| walk.fault(FaultKind::Unknown, detail));
        }
    }

    fn at(&mut self, name: &str, work: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        if length > 0 {
            self.path.push('.');
        }
        self.path.push_str(&clip(name, 80));
        work(self);
        self.path.truncate(length);
    }
}

/// Whether a value is of a JSON Schema type; a float without a fraction is an integer.
fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        // A type that JSON Schema does not know says nothing.
        _ => true,
    }
}

/// Equality as JSON Schema has it: 1 and 1.0 are the same number.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || (a.as_f64() == b.as_f64() && (a.is_f64() || b.is_f64()))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
        }
        _ => a == b,
    }
}
