//! What a tool's parameters take, read from its schema.

use serde_json::{Map, Value};

/// The longest chain of references and choices that is followed.
const HOPS: usize = 16;

/// The parameters of a tool.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'s>(&'s Value);

impl<'s> Shape<'s> {
    /// The parameters that a schema describes.
    pub(crate) fn new(schema: &'s Value) -> Self {
        Shape(schema)
    }

    /// Each parameter with its schema, in declared order.
    pub(crate) fn parameters(self) -> impl Iterator<Item = (&'s str, &'s Value)> {
        let properties = self.0.get("properties").and_then(Value::as_object);
        properties.into_iter().flatten().map(|(name, schema)| (name.as_str(), schema))
    }

    /// Whether a parameter has to be given.
    pub(crate) fn is_required(self, name: &str) -> bool {
        let required = self.0.get("required").and_then(Value::as_array);
        required.into_iter().flatten().any(|listed| listed == name)
    }

    /// The parameter that a flag names; dashes and underscores are the same.
    pub(crate) fn find(self, flag: &str) -> Option<(&'s str, &'s Value)> {
        let same = |name: &str| name.replace('_', "-") == flag.replace('_', "-");
        let exact = self.parameters().find(|(name, _)| *name == flag);
        exact.or_else(|| self.parameters().find(|(name, _)| same(name)))
    }

    /// What a schema within this one takes.
    pub(crate) fn takes(self, schema: &'s Value) -> Takes<'s> {
        let mut takes = Takes::default();
        self.collect(schema, HOPS, &mut takes);
        takes
    }

    fn collect(self, schema: &'s Value, hops: usize, takes: &mut Takes<'s>) {
        let (Some(map), Some(hops)) = (schema.as_object(), hops.checked_sub(1)) else { return };
        if let Some(target) = map.get("$ref").and_then(Value::as_str)
            && let Some(target) = self.0.pointer(target.trim_start_matches('#'))
        {
            self.collect(target, hops, takes);
        }
        for key in ["anyOf", "oneOf", "allOf"] {
            for branch in map.get(key).and_then(Value::as_array).into_iter().flatten() {
                self.collect(branch, hops, takes);
            }
        }
        takes.own(map);
    }
}

/// What a value may be; nothing at all means anything.
#[derive(Default)]
pub(crate) struct Takes<'s> {
    kinds: Vec<&'s str>,
    /// The values that there are, where they are listed.
    pub(crate) choices: Vec<&'s Value>,
    /// What the items of a list are.
    pub(crate) items: Option<&'s Value>,
    /// The fields of an object, and those that it needs.
    pub(crate) fields: Option<(&'s Map<String, Value>, Option<&'s Value>)>,
}

impl<'s> Takes<'s> {
    fn own(&mut self, map: &'s Map<String, Value>) {
        match map.get("type") {
            Some(Value::String(kind)) => self.kind(kind),
            Some(Value::Array(kinds)) => {
                kinds.iter().filter_map(Value::as_str).for_each(|kind| self.kind(kind));
            }
            _ => {}
        }
        let listed = map.get("enum").and_then(Value::as_array).into_iter().flatten();
        for choice in listed.chain(map.get("const")) {
            if choice.is_null() {
                continue;
            }
            if choice.is_string() {
                self.kind("string");
            }
            self.choices.push(choice);
        }
        self.items = self.items.or(map.get("items").filter(|items| items.is_object()));
        if let Some(fields) = map.get("properties").and_then(Value::as_object) {
            self.fields = self.fields.or(Some((fields, map.get("required"))));
        }
    }

    fn kind(&mut self, kind: &'s str) {
        if kind != "null" && !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }

    /// The one JSON type that is taken, apart from null.
    pub(crate) fn only(&self) -> Option<&'s str> {
        match self.kinds.as_slice() {
            [kind] => Some(kind),
            _ => None,
        }
    }

    /// Whether the flag stands alone: it switches something on or off.
    pub(crate) fn is_switch(&self) -> bool {
        self.only() == Some("boolean")
    }

    /// Whether the flag may be given again.
    pub(crate) fn is_list(&self) -> bool {
        self.only() == Some("array")
    }

    /// Whether a text is a value as it stands.
    pub(crate) fn is_text(&self) -> bool {
        self.kinds.contains(&"string")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_choices_and_nulls_are_seen_through() {
        let schema = json!({
            "properties": {
                "mode": {"$ref": "#/$defs/Mode"},
                "deep": {"anyOf": [{"$ref": "#/$defs/List"}, {"type": "null"}]},
                "on": {"type": ["boolean", "null"]},
                "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "any": {},
                "endless": {"$ref": "#/properties/endless"},
            },
            "$defs": {
                "Mode": {"oneOf": [{"const": "a"}, {"const": "b"}]},
                "List": {"type": "array", "items": {"type": "integer"}},
            },
        });
        let shape = Shape::new(&schema);
        let takes = |name: &str| shape.takes(shape.find(name).unwrap().1);
        assert!(takes("mode").is_text());
        assert_eq!(takes("mode").choices, [&json!("a"), &json!("b")]);
        assert!(takes("deep").is_list());
        assert_eq!(takes("deep").items, Some(&json!({"type": "integer"})));
        assert!(takes("on").is_switch());
        assert!(takes("either").is_text() && takes("either").only().is_none());
        assert!(takes("any").only().is_none() && !takes("any").is_text());
        assert!(takes("endless").only().is_none());
    }

    #[test]
    fn an_exact_name_comes_before_one_with_dashes() {
        let schema = json!({"properties": {"a-b": {"title": "dash"}, "a_b": {"title": "under"}}});
        let shape = Shape::new(&schema);
        assert_eq!(shape.find("a_b").unwrap().0, "a_b");
        assert_eq!(shape.find("a-b").unwrap().0, "a-b");
        assert!(shape.find("ab").is_none());
    }
}
