//! The way back: arguments as a dialect's model wrote them, in the shape of the definition.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::lower::{ARGUMENT, wire_keys};
use crate::rules::{Any, Profile};
use crate::schema::{Choice, Fields, Judge, Kind, Node, Rest, Tree, Tuple, Union};

/// Values deeper than this are left as they are. `serde_json` parses no deeper.
const MAX_DEPTH: usize = 128;

/// What is needed to undo one lowering.
#[derive(Debug, Clone)]
pub(crate) struct WayBack {
    tree: Arc<Tree>,
    profile: &'static Profile,
    wrapped: bool,
}

impl WayBack {
    pub(crate) fn new(tree: Arc<Tree>, profile: &'static Profile, wrapped: bool) -> Self {
        Self { tree, profile, wrapped }
    }

    pub(crate) fn wrapped(&self) -> bool {
        self.wrapped
    }

    pub(crate) fn restore(&self, arguments: Value) -> Value {
        let arguments = if self.wrapped { unwrap(arguments) } else { arguments };
        // Trying variants costs work; this many steps for each part of the value are enough for
        // all but made-up schemas, and bound those.
        let fuel = size(&arguments).saturating_mul(64).saturating_add(1_000);
        let mut back = Back { tree: &self.tree, profile: self.profile, fuel };
        back.walk(&self.tree.root, arguments, 0)
    }
}

fn unwrap(arguments: Value) -> Value {
    match arguments {
        Value::Object(mut map) if map.len() == 1 && map.contains_key(ARGUMENT) => {
            map.shift_remove(ARGUMENT).unwrap_or_default()
        }
        other => other,
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

struct Back<'a> {
    tree: &'a Tree,
    profile: &'static Profile,
    fuel: usize,
}

impl Back<'_> {
    fn walk(&mut self, node: &Node, value: Value, depth: usize) -> Value {
        self.fuel = self.fuel.saturating_sub(1);
        if depth > MAX_DEPTH || value.is_null() {
            return value;
        }
        let tree = self.tree;
        let Some(node) = tree.resolve(node) else { return value };
        match (&node.kind, value) {
            (Kind::Any, Value::String(text)) if self.profile.any == Any::JsonText => {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }
            (Kind::Choice(choice), Value::String(text)) => constant(choice, text),
            (Kind::Object(fields), Value::Object(map)) => self.object(fields, map, depth),
            (Kind::Object(fields), Value::Array(items)) if fields.is_map() => {
                self.map(fields, items, depth)
            }
            (Kind::List(list), Value::Array(items)) => match &list.items {
                Some(item) => {
                    items.into_iter().map(|value| self.walk(item, value, depth + 1)).collect()
                }
                None => Value::Array(items),
            },
            (Kind::Tuple(tuple), Value::Object(map)) => self.tuple(tuple, map, depth),
            (Kind::Tuple(tuple), Value::Array(items)) => items
                .into_iter()
                .enumerate()
                .map(|(at, value)| match tuple.items.get(at).or(tuple.rest.as_deref()) {
                    Some(node) => self.walk(node, value, depth + 1),
                    None => value,
                })
                .collect(),
            (Kind::Union(union), value) => self.variant(union, value, depth),
            (_, value) => value,
        }
    }

    fn object(&mut self, fields: &Fields, map: Map<String, Value>, depth: usize) -> Value {
        let keys = wire_keys(self.profile, fields);
        let mut out = Map::new();
        for (key, value) in map {
            let field = fields.fields.iter().find(|field| {
                let sent = keys.get(&field.name).unwrap_or(&field.name);
                *sent == key
            });
            let Some(field) = field.or_else(|| fields.fields.iter().find(|f| f.name == key)) else {
                let node = match (&fields.rest, fields.patterns.first()) {
                    (Rest::Of(node), _) => Some(&**node),
                    (_, Some((_, node))) => Some(node),
                    _ => None,
                };
                let value = match node {
                    Some(node) => self.walk(node, value, depth + 1),
                    None => value,
                };
                out.insert(key, value);
                continue;
            };
            // Where every property is required, `null` is how a model leaves one out.
            let absent = value.is_null()
                && !field.required
                && (self.profile.all_required || !self.tree.accepts_null(&field.node));
            if !absent {
                out.insert(field.name.clone(), self.walk(&field.node, value, depth + 1));
            }
        }
        Value::Object(out)
    }

    /// `[{key, value}]`, where a map is due.
    fn map(&mut self, fields: &Fields, items: Vec<Value>, depth: usize) -> Value {
        let pair = |item: &Value| {
            item.as_object().is_some_and(|map| {
                map.len() == 2
                    && map.contains_key("value")
                    && map.get("key").is_some_and(Value::is_string)
            })
        };
        if !items.iter().all(pair) {
            return Value::Array(items);
        }
        let mut out = Map::new();
        for item in items {
            let Value::Object(mut map) = item else { continue };
            let (key, value) = (map.shift_remove("key"), map.shift_remove("value"));
            let (Some(Value::String(key)), Some(value)) = (key, value) else { continue };
            let any = Node::default();
            let node = fields.value_of_map().unwrap_or(&any);
            let value = self.walk(node, value, depth + 1);
            out.insert(key, value);
        }
        Value::Object(out)
    }

    /// `{_0, _1}`, where a tuple is due.
    fn tuple(&mut self, tuple: &Tuple, mut map: Map<String, Value>, depth: usize) -> Value {
        let named = |key: &String| {
            key.strip_prefix('_')
                .and_then(|at| at.parse().ok())
                .is_some_and(|at: usize| at < tuple.items.len() && *key == format!("_{at}"))
        };
        if !map.keys().all(named) {
            return Value::Object(map);
        }
        let mut out = Vec::with_capacity(map.len());
        for (at, node) in tuple.items.iter().enumerate() {
            match map.shift_remove(&format!("_{at}")) {
                Some(value) => out.push(self.walk(node, value, depth + 1)),
                None => break,
            }
        }
        Value::Array(out)
    }

    /// The first variant that the value has the shape of, preferring one that knows every key.
    fn variant(&mut self, union: &Union, value: Value, depth: usize) -> Value {
        let tree = self.tree;
        let mut likely: Vec<&Node> = {
            let judge = Judge::new(tree, 0);
            union.variants.iter().filter(|variant| judge.head(variant, &value)).collect()
        };
        if likely.is_empty() {
            likely = union.variants.iter().collect();
        }
        let mut best: Option<(usize, Value)> = None;
        for variant in likely.iter().copied() {
            if likely.len() == 1 || self.fuel == 0 {
                return self.walk(variant, value, depth + 1);
            }
            let tried = self.walk(variant, value.clone(), depth + 1);
            let mut judge = Judge::new(tree, self.fuel);
            let fits = judge.fits(variant, &tried);
            self.fuel = judge.left();
            let strange = self.strange_keys(variant, &tried);
            if fits && best.as_ref().is_none_or(|(least, _)| strange < *least) {
                best = Some((strange, tried));
                if strange == 0 {
                    break;
                }
            }
        }
        best.map_or(value, |(_, value)| value)
    }

    fn strange_keys(&self, variant: &Node, value: &Value) -> usize {
        let node = self.tree.resolve(variant);
        match (node.map(|node| &node.kind), value) {
            (Some(Kind::Object(fields)), Value::Object(map)) if !fields.is_map() => map
                .keys()
                .filter(|key| !fields.fields.iter().any(|field| field.name == **key))
                .count(),
            _ => 0,
        }
    }
}

/// Gemini takes text only in enumerations, and models answer numbers as text.
fn constant(choice: &Choice, text: String) -> Value {
    let is = |value: &Value| value.as_str() == Some(&text);
    if choice.values.iter().any(|(value, _)| is(value)) {
        return Value::String(text);
    }
    let written = |value: &Value| if value.is_string() { None } else { Some(value.to_string()) };
    let same = choice.values.iter().find(|(value, _)| written(value).as_ref() == Some(&text));
    same.map_or(Value::String(text), |(value, _)| value.clone())
}
