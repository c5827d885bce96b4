//! Annotations, and constraints put into words.

use serde_json::{Map, Value};

use super::walk::{Draft, Out, Place, Walk};
use crate::report::Action;
use crate::rules::{Maps, Tuples, sources};
use crate::schema::Node;

/// Longer than this, a keyword's value is noise in a description.
const MAX_WORDS: usize = 200;

impl Walk<'_> {
    /// Adds `null`, the description, the default and what else stands beside the type.
    pub(super) fn finish(
        &mut self,
        node: &Node,
        over: Option<&Node>,
        place: Place,
        mut draft: Draft,
    ) -> Out<Map<String, Value>> {
        for part in [Some(node), over].into_iter().flatten() {
            for (keyword, value) in &part.extras {
                self.extra(part, keyword, value, &mut draft);
            }
            for keyword in &part.noise {
                let at = format!("{}/{keyword}", part.path);
                let reason = match keyword.as_str() {
                    "allOf" => "schemas that must both hold could not be made one",
                    _ => "an annotation that says nothing to a model",
                };
                self.lose(&at, Action::Dropped, reason, super::NO_SOURCE);
            }
        }
        self.title(node, place, &mut draft);
        let default = over.and_then(|over| over.default.as_ref()).or(node.default.as_ref());
        let default = default.filter(|default| !default.is_null());
        if let Some(default) = default {
            if self.profile.takes("default") && self.same_shape(default) {
                draft.body.insert("default".to_owned(), default.clone());
            } else {
                self.say(&mut draft, over.unwrap_or(node), "default", default);
            }
        }
        let mut nullable = node.nullable || over.is_some_and(|over| over.nullable);
        let drop = self.profile.drop_optional_null || self.options.drop_optional_null;
        if nullable && drop && place.optional {
            nullable = false;
            self.lose(
                &format!("{}/null", node.path),
                Action::Dropped,
                "an optional parameter need not take null: absent says the same",
                self.profile.cite("null"),
            );
        }
        if (nullable || place.null_for_absent) && !crate::schema::accepts_null_already(&node.kind) {
            draft.body = self.with_null(node, draft.body)?;
        }
        let base = over.and_then(|over| over.description.as_ref()).or(node.description.as_ref());
        let same = |text: &&String| text.trim() == self.definition.description.trim();
        let base = base.filter(|text| !(place.root && same(text)));
        Ok(with_description(base.map(String::as_str), draft))
    }

    fn title(&mut self, node: &Node, place: Place, draft: &mut Draft) {
        let Some(title) = &node.title else { return };
        if self.profile.takes("title") && !place.root {
            draft.body.insert("title".to_owned(), title.clone().into());
            return;
        }
        let at = format!("{}/title", node.path);
        let reason = "a title costs tokens and says what the name says";
        self.lose(&at, Action::Dropped, reason, self.profile.source);
    }

    fn extra(&mut self, node: &Node, keyword: &str, value: &Value, draft: &mut Draft) {
        if self.profile.takes(keyword) && !mentions_ref(value) {
            draft.body.insert(keyword.to_owned(), value.clone());
            return;
        }
        if value.to_string().len() <= MAX_WORDS && !mentions_ref(value) {
            self.say(draft, node, keyword, value);
            return;
        }
        let reason = format!("{} does not take `{keyword}`", self.profile.form);
        let at = format!("{}/{keyword}", node.path);
        self.lose(&at, Action::Dropped, reason, self.profile.cite(keyword));
    }

    /// The default means the same in the form sent: no map or tuple in it can have been rewritten.
    fn same_shape(&self, default: &Value) -> bool {
        let reshapes = self.profile.maps != Maps::Keep || self.profile.tuples != Tuples::Prefix;
        match default {
            Value::Array(items) => items.is_empty() || !reshapes,
            Value::Object(_) => !reshapes,
            _ => true,
        }
    }

    /// What the root says to tools and not to models.
    pub(super) fn root_noise(&mut self) {
        for keyword in &self.tree.root_extras.clone() {
            let at = format!("#/{keyword}");
            let reason = match keyword.as_str() {
                "$schema" => "draft 2020-12 is understood",
                _ => "an annotation that says nothing to a model",
            };
            self.lose(&at, Action::Dropped, reason, sources::JSON_SCHEMA);
        }
    }
}

fn mentions_ref(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.contains_key("$ref") || map.values().any(mentions_ref),
        Value::Array(items) => items.iter().any(mentions_ref),
        _ => false,
    }
}

/// The body with its description, `type` first: models read from the top.
fn with_description(base: Option<&str>, draft: Draft) -> Map<String, Value> {
    let Draft { mut body, words, lines } = draft;
    let mut text = base.unwrap_or_default().trim_end().to_owned();
    for line in lines {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&line);
    }
    if !words.is_empty() {
        let words = words.join(", ");
        text = if text.is_empty() { words } else { format!("{text} ({words})") };
    }
    if text.is_empty() {
        return body;
    }
    let mut out = Map::new();
    if let Some(name) = body.shift_remove("type") {
        out.insert("type".to_owned(), name);
    }
    out.insert("description".to_owned(), text.into());
    out.append(&mut body);
    out
}

/// A keyword as a person would say it.
pub(super) fn in_words(keyword: &str, value: &Value) -> String {
    let plain = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match keyword {
        "minimum" => format!("at least {plain}"),
        "maximum" => format!("at most {plain}"),
        "exclusiveMinimum" => format!("more than {plain}"),
        "exclusiveMaximum" => format!("less than {plain}"),
        "multipleOf" => format!("a multiple of {plain}"),
        "minLength" => format!("at least {plain} characters"),
        "maxLength" => format!("at most {plain} characters"),
        "minItems" => format!("at least {plain} items"),
        "maxItems" => format!("at most {plain} items"),
        "uniqueItems" => "no item twice".to_owned(),
        "minProperties" => format!("at least {plain} entries"),
        "maxProperties" => format!("at most {plain} entries"),
        "pattern" => format!("matches {plain}"),
        "format" => format!("format {plain}"),
        "enum" => {
            let values = value.as_array().into_iter().flatten().map(Value::to_string);
            format!("one of {}", values.collect::<Vec<_>>().join(", "))
        }
        "default" => format!("default {value}"),
        _ => format!("{keyword} {plain}"),
    }
}
