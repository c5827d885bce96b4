//! Lists and tuples.

use serde_json::{Map, Value};

use super::walk::{Draft, Out, Place, Walk};
use crate::report::Action;
use crate::rules::{Any, Tuples};
use crate::schema::{Kind, List, Node, Tuple};

impl Walk<'_> {
    pub(super) fn list(
        &mut self,
        node: &Node,
        list: &List,
        place: Place,
        draft: &mut Draft,
    ) -> Out<()> {
        self.set_type(draft, "array");
        let items = match &list.items {
            Some(items) if !matches!(items.kind, Kind::Never) => self.node(items, place.below())?,
            _ => {
                // Several providers refuse a list that says nothing of its items.
                let any = Node::of(Kind::Any, format!("{}/items", node.path));
                self.node(&any, place.below())?
            }
        };
        draft.body.insert("items".to_owned(), Value::Object(items));
        self.lengths(node, list.min, list.max, draft);
        if list.unique {
            self.put(draft, node, "uniqueItems", true);
        }
        Ok(())
    }

    fn lengths(&mut self, node: &Node, min: Option<u64>, max: Option<u64>, draft: &mut Draft) {
        if let Some(min) = min {
            match self.profile.min_items_up_to {
                Some(limit) if min > limit => self.say(draft, node, "minItems", &min.into()),
                _ => self.put(draft, node, "minItems", min),
            }
        }
        if let Some(max) = max {
            self.put(draft, node, "maxItems", max);
        }
    }

    pub(super) fn tuple(
        &mut self,
        node: &Node,
        tuple: &Tuple,
        place: Place,
        draft: &mut Draft,
    ) -> Out<()> {
        let mut items = Vec::with_capacity(tuple.items.len());
        for item in &tuple.items {
            items.push(self.node(item, place.below())?);
        }
        match self.profile.tuples {
            Tuples::Prefix => self.prefix(node, tuple, items, place, draft),
            Tuples::Widen => self.widened(node, tuple, items, place, draft),
            Tuples::ItemsOrObject if same_items(tuple, &items) => {
                let count = tuple.items.len() as u64;
                self.set_type(draft, "array");
                let first = items.into_iter().next().unwrap_or_default();
                draft.body.insert("items".to_owned(), Value::Object(first));
                self.lengths(node, Some(count), Some(count), draft);
                self.reshaped(node, "prefixItems", "a list of one type, with its length");
                Ok(())
            }
            Tuples::ItemsOrObject | Tuples::Object => self.as_object(node, tuple, items, draft),
        }
    }

    fn prefix(
        &mut self,
        node: &Node,
        tuple: &Tuple,
        items: Vec<Map<String, Value>>,
        place: Place,
        draft: &mut Draft,
    ) -> Out<()> {
        let count = items.len() as u64;
        self.set_type(draft, "array");
        let items = items.into_iter().map(Value::Object).collect();
        draft.body.insert("prefixItems".to_owned(), Value::Array(items));
        match tuple.rest.as_deref() {
            Some(rest) if !matches!(rest.kind, Kind::Never) => {
                let rest = self.node(rest, place.below())?;
                draft.body.insert("items".to_owned(), Value::Object(rest));
                self.lengths(node, tuple.min, tuple.max, draft);
            }
            _ => {
                let max = if tuple.is_fixed() { Some(count) } else { tuple.max };
                self.lengths(node, tuple.min, max, draft);
            }
        }
        if tuple.unique {
            self.put(draft, node, "uniqueItems", true);
        }
        Ok(())
    }

    /// Every place takes what any place takes.
    fn widened(
        &mut self,
        node: &Node,
        tuple: &Tuple,
        items: Vec<Map<String, Value>>,
        place: Place,
        draft: &mut Draft,
    ) -> Out<()> {
        self.set_type(draft, "array");
        let mut kinds: Vec<Value> = Vec::new();
        let mut all = items;
        if let Some(rest) = tuple.rest.as_deref().filter(|rest| !matches!(rest.kind, Kind::Never)) {
            all.push(self.node(rest, place.below())?);
        }
        for item in all {
            let item = Value::Object(item);
            if !kinds.contains(&item) {
                kinds.push(item);
            }
        }
        if kinds.len() > 1 && tuple.is_fixed() {
            // The places are told apart in words, where the types have words.
            let words: Option<Vec<String>> =
                tuple.items.iter().map(|item| self.word(item)).collect();
            if let Some(words) = words {
                draft.words.push(format!("items in order: {}", words.join(", ")));
            }
        }
        let only = if kinds.len() == 1 { kinds.pop() } else { None };
        let items = only.unwrap_or_else(|| {
            Value::Object(Map::from_iter([("anyOf".to_owned(), Value::Array(kinds))]))
        });
        draft.body.insert("items".to_owned(), items);
        let max = if tuple.is_fixed() { Some(tuple.items.len() as u64) } else { tuple.max };
        self.lengths(node, tuple.min, max, draft);
        self.reshaped(node, "prefixItems", "a list whose places all take the same");
        Ok(())
    }

    /// The JSON type of a node, if it is one.
    fn word(&self, node: &Node) -> Option<String> {
        let name = match &self.tree.resolve(node)?.kind {
            Kind::Bool => "boolean",
            Kind::Number(bounds) if bounds.integer => "integer",
            Kind::Number(_) => "number",
            Kind::Text(_) => "string",
            Kind::List(_) | Kind::Tuple(_) => "array",
            Kind::Object(_) => "object",
            _ => return None,
        };
        Some(name.to_owned())
    }

    /// `{_0, _1}`: names hold the places apart where positions cannot.
    fn as_object(
        &mut self,
        node: &Node,
        tuple: &Tuple,
        items: Vec<Map<String, Value>>,
        draft: &mut Draft,
    ) -> Out<()> {
        if !tuple.is_fixed()
            && !matches!(tuple.rest.as_deref(), Some(rest) if matches!(rest.kind, Kind::Never))
        {
            if self.profile.strict && self.profile.any == Any::NotStrict {
                let reason = "a tuple with further items cannot be strict".to_owned();
                return Err(self.not_strict(&node.path, reason, self.profile.source));
            }
            let at = format!("{}/items", node.path);
            let reason = "only the first items of the tuple can be sent";
            self.lose(&at, Action::Dropped, reason, self.profile.cite("prefixItems"));
        }
        let names: Vec<String> = (0..items.len()).map(|at| format!("_{at}")).collect();
        let needed = if self.profile.all_required { names.len() } else { tuple.required() };
        let required: Vec<Value> = names.iter().take(needed).cloned().map(Value::from).collect();
        let properties = names.into_iter().zip(items.into_iter().map(Value::Object)).collect();
        self.set_type(draft, "object");
        draft.body.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            draft.body.insert("required".to_owned(), Value::Array(required));
        }
        if self.profile.takes("additionalProperties") {
            draft.body.insert("additionalProperties".to_owned(), false.into());
        }
        self.reshaped(node, "prefixItems", "an object with a name for each place");
        Ok(())
    }

    fn reshaped(&mut self, node: &Node, keyword: &str, what: &str) {
        let at = format!("{}/{keyword}", node.path);
        let reason = format!("a tuple is sent as {what}");
        self.lose(&at, Action::Rewritten, reason, self.profile.cite(keyword));
    }
}

/// A fixed tuple whose items differ in nothing but their descriptions.
fn same_items(tuple: &Tuple, items: &[Map<String, Value>]) -> bool {
    let bare = |item: &Map<String, Value>| {
        let mut item = item.clone();
        item.shift_remove("description");
        item
    };
    let mut bared = items.iter().map(bare);
    let Some(first) = bared.next() else { return false };
    tuple.is_fixed() && tuple.required() == tuple.items.len() && bared.all(|item| item == first)
}
