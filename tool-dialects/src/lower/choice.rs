//! Enumerations and constants.

use serde_json::{Map, Value};

use super::walk::{Draft, Out, Walk};
use crate::report::Action;
use crate::schema::{Choice, Node, json_type};

/// Values with what is known of each.
type Values<'a> = &'a [(Value, Option<String>)];

impl Walk<'_> {
    pub(super) fn choice(&mut self, node: &Node, choice: &Choice, draft: &mut Draft) -> Out<()> {
        let documented = choice.values.iter().any(|(_, doc)| doc.is_some());
        if documented && self.profile.union_choices && choice.union {
            let variants = self.documented(choice);
            draft.body.insert("anyOf".to_owned(), Value::Array(variants));
            return Ok(());
        }
        if documented {
            for (value, doc) in &choice.values {
                if let Some(doc) = doc {
                    draft.lines.push(format!("{}: {doc}", bare(value)));
                }
            }
            let at = format!("{}/oneOf", node.path);
            let reason = "one enumeration, with what its values mean in the description";
            self.lose(&at, Action::Moved, reason, self.profile.cite("union of constants"));
        }
        match groups(&choice.values).as_slice() {
            [values] => self.one_type(node, values, choice.constant, draft),
            groups if self.profile.typed_choices => {
                let mut variants = Vec::new();
                for values in groups {
                    let mut part = Draft::default();
                    self.one_type(node, values, false, &mut part);
                    draft.words.append(&mut part.words);
                    variants.push(Value::Object(part.body));
                }
                if !self.profile.takes("anyOf") {
                    let reason = "an enumeration of several types cannot be strict".to_owned();
                    return Err(self.not_strict(&node.path, reason, self.profile.source));
                }
                draft.body.insert("anyOf".to_owned(), Value::Array(variants));
            }
            _ => self.one_type(node, &choice.values, choice.constant, draft),
        }
        Ok(())
    }

    /// Values of one JSON type.
    fn one_type(&mut self, node: &Node, values: Values<'_>, constant: bool, draft: &mut Draft) {
        let kind = type_of(values);
        if self.profile.typed_choices
            && let Some(kind) = kind
        {
            self.set_type(draft, kind);
        }
        let all = || Value::Array(values.iter().map(|(value, _)| value.clone()).collect());
        if self.profile.text_choices && kind != Some("string") {
            self.say(draft, node, "enum", &all());
            return;
        }
        match values {
            [(value, _)] if constant && self.profile.takes("const") => {
                draft.body.insert("const".to_owned(), value.clone());
            }
            _ => {
                draft.body.insert("enum".to_owned(), all());
            }
        }
    }

    /// A union of constants; runs without documentation share one `enum`.
    fn documented(&self, choice: &Choice) -> Vec<Value> {
        let mut variants: Vec<Value> = Vec::new();
        let mut run: Vec<(Value, Option<String>)> = Vec::new();
        for (value, doc) in &choice.values {
            match doc {
                None => run.push((value.clone(), None)),
                Some(doc) => {
                    self.close_run(&mut run, &mut variants);
                    let mut body = self.typed(std::slice::from_ref(&(value.clone(), None)));
                    body.insert("const".to_owned(), value.clone());
                    body.insert("description".to_owned(), doc.clone().into());
                    variants.push(Value::Object(body));
                }
            }
        }
        self.close_run(&mut run, &mut variants);
        variants
    }

    fn close_run(&self, run: &mut Vec<(Value, Option<String>)>, variants: &mut Vec<Value>) {
        for values in groups(run) {
            let mut body = self.typed(&values);
            let all = values.into_iter().map(|(value, _)| value).collect();
            body.insert("enum".to_owned(), Value::Array(all));
            variants.push(Value::Object(body));
        }
        run.clear();
    }

    fn typed(&self, values: Values<'_>) -> Map<String, Value> {
        let mut draft = Draft::default();
        if self.profile.typed_choices
            && let Some(kind) = type_of(values)
        {
            self.set_type(&mut draft, kind);
        }
        draft.body
    }
}

/// The values by JSON type, in order of first appearance.
fn groups(values: Values<'_>) -> Vec<Vec<(Value, Option<String>)>> {
    let mut groups: Vec<Vec<(Value, Option<String>)>> = Vec::new();
    for entry in values {
        let kind = json_type(&entry.0);
        let group = groups
            .iter_mut()
            .find(|group| group.first().is_some_and(|(first, _)| json_type(first) == kind));
        match group {
            Some(group) => group.push(entry.clone()),
            None => groups.push(vec![entry.clone()]),
        }
    }
    groups
}

fn type_of(values: Values<'_>) -> Option<&'static str> {
    let (first, _) = values.first()?;
    let kind = json_type(first);
    let whole = |value: &Value| value.is_i64() || value.is_u64();
    if kind == "number" && values.iter().all(|(value, _)| whole(value)) {
        return Some("integer");
    }
    values.iter().all(|(value, _)| json_type(value) == kind).then_some(kind)
}

fn bare(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
