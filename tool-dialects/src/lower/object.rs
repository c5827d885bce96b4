//! Objects and maps.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::walk::{Draft, Out, Place, Walk};
use crate::report::Action;
use crate::rules::{Maps, Objects, Profile};
use crate::schema::{Fields, Kind, Node, Rest};

impl Walk<'_> {
    pub(super) fn object(
        &mut self,
        node: &Node,
        fields: &Fields,
        place: Place,
        draft: &mut Draft,
    ) -> Out<()> {
        // At the root a map stays an object: arguments have names.
        if fields.is_map() && !place.root {
            return self.map(node, fields, place, draft);
        }
        if fields.is_empty() && !place.root && !self.profile.empty_objects {
            let reason = "an object without properties cannot be strict below the root".to_owned();
            return Err(self.not_strict(&node.path, reason, self.profile.cite("empty")));
        }
        self.set_type(draft, "object");
        let keys = wire_keys(self.profile, fields);
        let mut properties = Map::new();
        let mut required: Vec<Value> = Vec::new();
        for field in &fields.fields {
            if matches!(field.node.kind, Kind::Never) && !field.required {
                let reason = "no value is allowed here";
                self.lose(&field.node.path, Action::Dropped, reason, super::NO_SOURCE);
                continue;
            }
            let key = keys.get(&field.name).unwrap_or(&field.name);
            if *key != field.name {
                let reason = format!("the name is not taken; sent as `{key}`");
                self.lose(&field.node.path, Action::Rewritten, reason, self.profile.cite("key"));
            }
            let mut at = place.below();
            at.optional = !field.required && !self.profile.all_required;
            at.through_optional |= !field.required;
            at.null_for_absent =
                self.profile.all_required && !field.required && self.lacks_default(&field.node);
            if self.profile.all_required && !field.required {
                let reason = if at.null_for_absent {
                    "every property is required here; `null` stands for absent"
                } else {
                    "every property is required here; absent is sent as its default or `null`"
                };
                let source = self.profile.cite("required");
                self.lose(&field.node.path, Action::Rewritten, reason, source);
            }
            let schema = self.node(&field.node, at)?;
            properties.insert(key.clone(), Value::Object(schema));
            if field.required || self.profile.all_required {
                required.push(key.clone().into());
            }
        }
        if self.profile.some_required && required.is_empty() {
            let reason = "an object without a required property cannot be strict".to_owned();
            return Err(self.not_strict(&node.path, reason, self.profile.cite("required")));
        }
        if self.profile.takes("propertyOrdering") && properties.len() > 1 {
            let order = properties.keys().cloned().map(Value::from).collect();
            draft.body.insert("propertyOrdering".to_owned(), Value::Array(order));
        }
        draft.body.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            draft.body.insert("required".to_owned(), Value::Array(required));
        }
        self.patterns(node, fields, place, draft)?;
        self.rest(node, fields, place, draft)?;
        self.counts(node, fields, draft);
        Ok(())
    }

    /// An optional property with a default of its own is answered with that, not with `null`.
    fn lacks_default(&self, node: &Node) -> bool {
        let target = self.tree.resolve(node);
        let default = node.default.as_ref().or(target.and_then(|node| node.default.as_ref()));
        default.is_none_or(Value::is_null) && !self.tree.accepts_null(node)
    }

    fn counts(&mut self, node: &Node, fields: &Fields, draft: &mut Draft) {
        if let Some(min) = fields.min {
            self.put(draft, node, "minProperties", min);
        }
        if let Some(max) = fields.max {
            self.put(draft, node, "maxProperties", max);
        }
    }

    /// `patternProperties` beside named ones.
    fn patterns(
        &mut self,
        node: &Node,
        fields: &Fields,
        place: Place,
        draft: &mut Draft,
    ) -> Out<()> {
        if fields.patterns.is_empty() {
            return Ok(());
        }
        let at = format!("{}/patternProperties", node.path);
        if !self.profile.takes("patternProperties") {
            if self.profile.objects == Objects::Closed {
                let reason = "properties by pattern cannot be strict".to_owned();
                return Err(self.not_strict(&at, reason, self.profile.source));
            }
            let reason = format!("{} does not take `patternProperties`", self.profile.form);
            self.lose(&at, Action::Dropped, reason, self.profile.source);
            return Ok(());
        }
        let mut patterns = Map::new();
        for (pattern, node) in &fields.patterns {
            patterns.insert(pattern.clone(), Value::Object(self.node(node, place.below())?));
        }
        draft.body.insert("patternProperties".to_owned(), Value::Object(patterns));
        Ok(())
    }

    /// `additionalProperties`.
    fn rest(&mut self, node: &Node, fields: &Fields, place: Place, draft: &mut Draft) -> Out<()> {
        let at = format!("{}/additionalProperties", node.path);
        let open = matches!(fields.rest, Rest::Open | Rest::Of(_));
        if open && self.profile.strict && self.profile.maps == Maps::NotStrict {
            let reason = "an object open to further properties cannot be strict".to_owned();
            return Err(self.not_strict(&at, reason, self.profile.source));
        }
        if !self.profile.takes("additionalProperties") {
            if open {
                let reason = format!("{} cannot say that more may follow", self.profile.form);
                self.lose(&at, Action::Dropped, reason, self.profile.source);
            }
            return Ok(());
        }
        let value = match &fields.rest {
            Rest::Closed => Some(Value::Bool(false)),
            Rest::Silent if self.profile.objects == Objects::Closed || self.close => {
                Some(Value::Bool(false))
            }
            Rest::Silent => None,
            Rest::Open => Some(Value::Bool(true)),
            Rest::Of(node) => Some(Value::Object(self.node(node, place.below())?)),
        };
        if let Some(value) = value {
            draft.body.insert("additionalProperties".to_owned(), value);
        }
        Ok(())
    }

    fn map(&mut self, node: &Node, fields: &Fields, place: Place, draft: &mut Draft) -> Out<()> {
        match self.profile.maps {
            Maps::Keep => self.kept_map(node, fields, place, draft),
            Maps::Pairs => self.pairs(node, fields, place, draft),
            Maps::NotStrict if self.options.maps_as_pairs => self.pairs(node, fields, place, draft),
            Maps::NotStrict => {
                let reason = "a map cannot be strict: closed, it could only be empty".to_owned();
                let at = format!("{}/additionalProperties", node.path);
                Err(self.not_strict(&at, reason, self.profile.source))
            }
        }
    }

    fn kept_map(
        &mut self,
        node: &Node,
        fields: &Fields,
        place: Place,
        draft: &mut Draft,
    ) -> Out<()> {
        self.set_type(draft, "object");
        let by_pattern = !fields.patterns.is_empty();
        if by_pattern && !self.profile.takes("patternProperties") {
            let at = format!("{}/patternProperties", node.path);
            let value = match fields.patterns.as_slice() {
                [(pattern, value)] => {
                    draft.words.push(format!("keys match {pattern}"));
                    self.node(value, place.below())?
                }
                several => {
                    let mut variants = Vec::new();
                    for (pattern, value) in several {
                        draft.words.push(format!("keys match {pattern}"));
                        let value = Value::Object(self.node(value, place.below())?);
                        if !variants.contains(&value) {
                            variants.push(value);
                        }
                    }
                    Map::from_iter([("anyOf".to_owned(), Value::Array(variants))])
                }
            };
            draft.body.insert("additionalProperties".to_owned(), Value::Object(value));
            let reason = "keys by pattern are sent as any keys";
            self.lose(&at, Action::Rewritten, reason, self.profile.cite("patternProperties"));
        } else {
            self.patterns(node, fields, place, draft)?;
            self.rest(node, fields, place, draft)?;
        }
        self.counts(node, fields, draft);
        Ok(())
    }

    /// A list of `{key, value}`.
    fn pairs(&mut self, node: &Node, fields: &Fields, place: Place, draft: &mut Draft) -> Out<()> {
        let text = |path: String| Node::of(Kind::Text(crate::schema::Text::default()), path);
        let mut key = Draft::default();
        let key_node = text(format!("{}/patternProperties", node.path));
        self.set_type(&mut key, "string");
        if let [(pattern, _)] = fields.patterns.as_slice() {
            self.put(&mut key, &key_node, "pattern", pattern.clone());
        }
        let key = self.finish(&key_node, None, place.below(), key)?;
        let any = Node::of(Kind::Any, format!("{}/additionalProperties", node.path));
        let value = fields.value_of_map().unwrap_or(&any);
        let mut at = place.below();
        at.depth += 1;
        let value = self.node(value, at)?;
        let mut pair = Draft::default();
        self.set_type(&mut pair, "object");
        let properties = Map::from_iter([
            ("key".to_owned(), Value::Object(key)),
            ("value".to_owned(), Value::Object(value)),
        ]);
        pair.body.insert("properties".to_owned(), Value::Object(properties));
        pair.body.insert("required".to_owned(), vec!["key", "value"].into());
        if self.profile.takes("propertyOrdering") {
            pair.body.insert("propertyOrdering".to_owned(), vec!["key", "value"].into());
        }
        if self.profile.takes("additionalProperties") {
            pair.body.insert("additionalProperties".to_owned(), false.into());
        }
        self.set_type(draft, "array");
        draft.body.insert("items".to_owned(), Value::Object(pair.body));
        self.lose(
            &format!("{}/additionalProperties", node.path),
            Action::Rewritten,
            "a map is sent as a list of `{key, value}`",
            self.profile.source,
        );
        self.counts(node, fields, draft);
        Ok(())
    }
}

/// The names of the properties as sent. Where a dialect has a rule for them (Anthropic:
/// `[a-zA-Z0-9_.-]{1,64}`), a name that breaks it gets a safe one, unique among its neighbours.
pub(crate) fn wire_keys(profile: &Profile, fields: &Fields) -> HashMap<String, String> {
    let safe = |name: &str| {
        (1..=64).contains(&name.len())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
    };
    let mut renamed = HashMap::new();
    if !profile.keys || fields.fields.iter().all(|field| safe(&field.name)) {
        return renamed;
    }
    let mut taken: Vec<String> =
        fields.fields.iter().map(|field| field.name.clone()).filter(|name| safe(name)).collect();
    for field in fields.fields.iter().filter(|field| !safe(&field.name)) {
        let base: String = field
            .name
            .chars()
            .take(56)
            .map(|c| if c.is_ascii_alphanumeric() || "_.-".contains(c) { c } else { '_' })
            .collect();
        let mut key = if base.is_empty() { "_".to_owned() } else { base.clone() };
        let mut count = 1;
        while taken.contains(&key) {
            count += 1;
            key = format!("{base}_{count}");
        }
        taken.push(key.clone());
        renamed.insert(field.name.clone(), key);
    }
    renamed
}
