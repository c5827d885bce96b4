//! Numbers, and the words of JSON and Python.

use serde_json::Value;

use super::Repair;
use super::scan::{Read, Scan};

impl Scan<'_> {
    pub(super) fn literal(&mut self) -> Read<Value> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (value, python) = match rest.get(..end).unwrap_or_default() {
            "true" => (Value::Bool(true), false),
            "false" => (Value::Bool(false), false),
            "null" => (Value::Null, false),
            "True" => (Value::Bool(true), true),
            "False" => (Value::Bool(false), true),
            "None" => (Value::Null, true),
            _ => return self.stop(),
        };
        if python {
            self.note(Repair::PythonLiteral);
        }
        self.skip(end);
        Ok(value)
    }

    pub(super) fn number(&mut self) -> Read<Value> {
        let rest = self.rest();
        let part = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
        let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        let written = rest.get(..end).unwrap_or_default();
        if end == rest.len() {
            // Nothing follows, so there may be digits missing.
            self.skip(end);
            return self.stop();
        }
        if let Ok(value) = serde_json::from_str::<Value>(written) {
            self.skip(end);
            return Ok(value);
        }
        let Some(value) = plain(written).and_then(|text| serde_json::from_str(&text).ok()) else {
            return self.stop();
        };
        self.note(Repair::Number);
        self.skip(end);
        Ok(value)
    }
}

/// `+1`, `.5` and `1.` as JSON writes them. Leading zeros are left alone: they may be octal.
fn plain(written: &str) -> Option<String> {
    let unsigned = written.strip_prefix(['+', '-']).unwrap_or(written);
    let sign = if written.starts_with('-') { "-" } else { "" };
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let usable = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    if !usable {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    match unsigned.contains('.') {
        true if fraction.is_empty() => Some(format!("{sign}{whole}.0")),
        true => Some(format!("{sign}{whole}.{fraction}")),
        false => Some(format!("{sign}{whole}")),
    }
}
