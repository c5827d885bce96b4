//! Stage 18: no value of a secret leaves a call.

use std::borrow::Cow;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use serde_json::{Map, Value};

use super::flow::Flow;
use crate::{Attachment, Secrets, ToolResult};

/// The shortest value that is masked, in bytes: a shorter one stands in every other word.
pub(super) const SHORTEST: usize = 4;

/// Finds values of secrets and puts their names in their place.
#[derive(Debug)]
pub(crate) struct Masker {
    finder: AhoCorasick,
    labels: Vec<String>,
}

impl Masker {
    /// A masker for values with their names; none if there is nothing to find.
    pub(crate) fn new<'a>(secrets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<Self> {
        let (mut values, mut labels) = (Vec::new(), Vec::new());
        for (name, value) in secrets {
            if value.len() < SHORTEST {
                continue;
            }
            for form in forms(value) {
                values.push(form);
                labels.push(format!("[secret {name}]"));
            }
        }
        if values.is_empty() {
            return None;
        }
        let finder =
            AhoCorasickBuilder::new().match_kind(MatchKind::LeftmostLongest).build(&values).ok()?;
        Some(Masker { finder, labels })
    }

    /// A masker for the secrets of a host.
    pub(crate) fn of(secrets: &Secrets) -> Option<Self> {
        Masker::new(secrets.all().iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    pub(crate) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.finder.is_match(text) {
            Cow::Owned(self.finder.replace_all(text, &self.labels))
        } else {
            Cow::Borrowed(text)
        }
    }

    fn value(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Cow::Owned(masked) = self.text(text) {
                    *text = masked;
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            Value::Object(map) => self.map(map),
            Value::Number(number) => {
                if let Cow::Owned(masked) = self.text(&number.to_string()) {
                    *value = Value::String(masked);
                }
            }
            Value::Bool(_) | Value::Null => {}
        }
    }

    fn map(&self, map: &mut Map<String, Value>) {
        if map.keys().any(|key| self.finder.is_match(key)) {
            let renamed = std::mem::take(map).into_iter();
            map.extend(renamed.map(|(key, inner)| (self.text(&key).into_owned(), inner)));
        }
        map.values_mut().for_each(|inner| self.value(inner));
    }

    /// Masks everything that a result shows to anybody.
    pub(crate) fn result(&self, result: &mut ToolResult) {
        let hidden = |text: &mut Option<String>| {
            if let Some(own) = text
                && let Cow::Owned(masked) = self.text(own)
            {
                *own = masked;
            }
        };
        hidden(&mut result.error);
        hidden(&mut result.hint);
        hidden(&mut result.operator);
        if !result.metadata.is_empty() {
            self.map(&mut result.metadata);
        }
        if let Some(Cow::Owned(masked)) = result.output.own_text().map(|text| self.text(text)) {
            result.output.set_text(masked);
        }
        // The value is looked at as well as its text: there, an escape could stand within it.
        if let Some(value) = result.output.value() {
            let mut masked = value.clone().into_owned();
            self.value(&mut masked);
            if masked != *value {
                result.output.set_value(masked);
            }
        }
        result.output.change_attachments(|attached| self.attachment(attached));
    }

    /// Files that are text; a picture with the bytes of a secret in it is no picture of it.
    fn attachment(&self, attached: &mut Attachment) {
        let kind = attached.media_type();
        let is_text = kind.starts_with("text/") || kind.contains("json") || kind.contains("xml");
        if is_text && self.finder.is_match(attached.bytes()) {
            let masked = self.finder.replace_all_bytes(attached.bytes(), &self.labels);
            attached.set_bytes(masked);
        }
    }
}

/// A value as it may stand in an output: as it is, in JSON text, in a URL.
fn forms(value: &str) -> Vec<String> {
    let mut forms = vec![value.to_owned()];
    let json = Value::from(value).to_string();
    let escaped = json.get(1..json.len().saturating_sub(1)).unwrap_or_default();
    let percent: String = value
        .bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect();
    for form in [escaped.to_owned(), percent] {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Masks the secrets of the host, and the values of this call's secret parameters.
pub(super) fn stage(flow: &mut Flow<'_>) {
    let host = Arc::clone(&flow.session.state().masker);
    let own = own_secrets(flow);
    let Some(result) = &mut flow.result else { return };
    if let Some(masker) = &*host {
        masker.result(result);
    }
    let named = own.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    if let Some(masker) = Masker::new(named) {
        masker.result(result);
    }
}

/// The values of parameters that the tool marks secret.
fn own_secrets(flow: &mut Flow<'_>) -> Vec<(String, String)> {
    let Some(tool) = flow.tool.clone() else { return Vec::new() };
    if !tool.has_secrets() {
        return Vec::new();
    }
    let Ok(canonical) = flow.canonical() else { return Vec::new() };
    let secret = canonical.arguments.iter().filter(|(name, _)| tool.is_secret(name));
    secret
        .flat_map(|(name, value)| {
            let mut texts = Vec::new();
            texts_of(value, &mut texts);
            texts.into_iter().map(move |text| (name.to_owned(), text))
        })
        .collect()
}

fn texts_of(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| texts_of(item, texts)),
        Value::Object(map) => map.values().for_each(|inner| texts_of(inner, texts)),
        Value::Bool(_) | Value::Null => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Status, ToolOutput};

    fn masked(mut result: ToolResult) -> ToolResult {
        let secrets = [("key", "s3cr\"et/1"), ("long", "s3cr\"et/1-more"), ("pin", "12")];
        Masker::new(secrets).unwrap().result(&mut result);
        result
    }

    #[test]
    fn a_value_is_masked_wherever_it_shows() {
        let text = masked(ToolResult::ok(ToolOutput::text("a s3cr\"et/1 b s3cr\"et/1-more 12")));
        assert_eq!(text.to_text(), "a [secret key] b [secret long] 12");
        let data = masked(ToolResult::ok(ToolOutput::from(
            json!({"url": "x?k=s3cr%22et%2F1", "s3cr\"et/1": [1, "s3cr\"et/1"]}),
        )));
        assert_eq!(
            data.output.value().unwrap().into_owned(),
            json!({"url": "x?k=[secret key]", "[secret key]": [1, "[secret key]"]})
        );
        let mut failed = ToolResult::failed(Status::Failed, "bad s3cr\"et/1")
            .with_hint("s3cr\"et/1")
            .with_operator("s3cr\"et/1");
        failed.metadata.insert("m".into(), json!(["s3cr\"et/1"]));
        let failed = masked(failed);
        let shown = format!("{failed:?}");
        assert!(!shown.contains("s3cr"), "{shown}");
    }

    #[test]
    fn data_that_holds_none_keeps_its_form_and_bytes() {
        let output = ToolOutput::data(&json!({"a": 1})).unwrap();
        let result = ToolResult::ok(output.clone());
        assert_eq!(masked(result).output, output);
    }

    #[test]
    fn text_files_are_masked_and_pictures_are_not_touched() {
        let bytes = b"\x00s3cr\"et/1".to_vec();
        let output = ToolOutput::none()
            .attach(Attachment::file("a.txt", "text/plain", bytes.clone()))
            .attach(Attachment::image("image/png", bytes.clone()));
        let result = masked(ToolResult::ok(output));
        assert_eq!(result.output.attachments()[0].bytes(), b"\x00[secret key]");
        assert_eq!(result.output.attachments()[1].bytes(), bytes);
    }
}
