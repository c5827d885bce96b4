//! Which variant of a union a value is.
//!
//! Not a validator: bounds and formats are left to the tool's own decoding. It answers what the
//! way back must know, and it ends, whatever the schema and the value.

use serde_json::{Map, Value};

use super::node::{Fields, Kind, Node, Rest, Tree};
use super::read::is_type;

/// The JSON type's name.
pub(crate) fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Checks shapes, with a bound on the work.
pub(crate) struct Judge<'a> {
    tree: &'a Tree,
    fuel: usize,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(tree: &'a Tree, fuel: usize) -> Self {
        Self { tree, fuel }
    }

    /// What is left to spend. At nothing, answers are guesses.
    pub(crate) fn left(&self) -> usize {
        self.fuel
    }

    /// The value has the node's shape, all the way down.
    pub(crate) fn fits(&mut self, node: &Node, value: &Value) -> bool {
        if self.fuel == 0 {
            return true;
        }
        self.fuel -= 1;
        if value.is_null() && self.tree.accepts_null(node) {
            return true;
        }
        let Some(node) = self.tree.resolve(node) else { return false };
        match (&node.kind, value) {
            (Kind::Any, _) => true,
            (Kind::Null, value) => value.is_null(),
            (Kind::Bool, value) => value.is_boolean(),
            (Kind::Number(bounds), value) => {
                is_type(value, if bounds.integer { "integer" } else { "number" })
            }
            (Kind::Text(_), value) => value.is_string(),
            (Kind::Choice(choice), value) => choice.values.iter().any(|(known, _)| known == value),
            (Kind::List(list), Value::Array(items)) => match &list.items {
                Some(item) => items.iter().all(|value| self.fits(item, value)),
                None => true,
            },
            (Kind::Tuple(tuple), Value::Array(items)) => {
                items.len() >= tuple.required()
                    && items.iter().enumerate().all(|(at, value)| {
                        match tuple.items.get(at).or(tuple.rest.as_deref()) {
                            Some(node) => self.fits(node, value),
                            None => true,
                        }
                    })
            }
            (Kind::Object(fields), Value::Object(map)) => self.fits_object(fields, map),
            (Kind::Union(union), value) => {
                union.variants.iter().any(|variant| self.fits(variant, value))
            }
            _ => false,
        }
    }

    fn fits_object(&mut self, fields: &Fields, map: &Map<String, Value>) -> bool {
        head_of_object(fields, map)
            && map.iter().all(|(key, value)| {
                let node = fields.fields.iter().find(|field| field.name == *key);
                match (node, &fields.rest) {
                    (Some(field), _) => self.fits(&field.node, value),
                    (None, Rest::Of(node)) => self.fits(node, value),
                    (None, Rest::Closed) => !fields.patterns.is_empty(),
                    (None, _) => true,
                }
            })
    }

    /// A look at the top only: type, tags, required keys.
    pub(crate) fn head(&self, node: &Node, value: &Value) -> bool {
        if value.is_null() && self.tree.accepts_null(node) {
            return true;
        }
        let Some(node) = self.tree.resolve(node) else { return false };
        match (&node.kind, value) {
            (Kind::List(_), Value::Array(_)) => true,
            (Kind::Tuple(tuple), Value::Array(items)) => {
                items.len() >= tuple.required()
                    && (!tuple.is_fixed() || items.len() <= tuple.items.len())
            }
            // A tuple or a map may have come in another shape.
            (Kind::Tuple(tuple), Value::Object(map)) => map.len() <= tuple.items.len(),
            (Kind::Object(fields), Value::Array(_)) => fields.is_map(),
            (Kind::Object(fields), Value::Object(map)) => {
                head_of_object(fields, map)
                    && fields.fields.iter().all(|field| {
                        match (&field.node.kind, map.get(&field.name)) {
                            (Kind::Choice(choice), Some(value)) => {
                                // Strict forms say absence with null.
                                value.is_null()
                                    || choice.values.iter().any(|(known, _)| known == value)
                            }
                            _ => true,
                        }
                    })
            }
            (Kind::Union(_), _) => true,
            (Kind::Any, _) => true,
            (Kind::Null, value) => value.is_null(),
            (Kind::Bool, value) => value.is_boolean(),
            (Kind::Number(bounds), value) => {
                is_type(value, if bounds.integer { "integer" } else { "number" })
            }
            (Kind::Text(_), value) => value.is_string(),
            (Kind::Choice(choice), value) => choice.values.iter().any(|(known, _)| known == value),
            _ => false,
        }
    }
}

fn head_of_object(fields: &Fields, map: &Map<String, Value>) -> bool {
    let closed = matches!(fields.rest, Rest::Closed) && fields.patterns.is_empty();
    fields.fields.iter().all(|field| !field.required || map.contains_key(&field.name))
        && (!closed || map.keys().all(|key| fields.fields.iter().any(|field| field.name == *key)))
}
