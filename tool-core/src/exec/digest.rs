//! Arguments as one text: the same for the same call, whatever order and spelling it came in.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Number, Value};
use sha2::{Digest, Sha256};

/// The key under which secret arguments enter digests: whoever reads an audit cannot try values.
#[derive(Clone)]
pub(crate) struct InstallKey(pub(crate) [u8; 32]);

impl InstallKey {
    /// A key of this process.
    pub(crate) fn random() -> Self {
        let mut key = [0; 32];
        // Without a source of randomness no key is safe: then nothing of a secret enters.
        if getrandom::fill(&mut key).is_err() {
            key = [0; 32];
        }
        InstallKey(key)
    }

    fn seal(&self, value: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { return String::new() };
        mac.update(value.as_bytes());
        hex(&mac.finalize().into_bytes())
    }
}

/// The canonical text of arguments: sorted keys, exact integers, secrets sealed.
pub(crate) fn canonical_text<'a>(
    arguments: impl Iterator<Item = (&'a str, &'a Value)>,
    is_secret: impl Fn(&str) -> bool,
    key: &InstallKey,
) -> String {
    let mut out = String::with_capacity(64);
    let mut sorted: Vec<(&str, &Value)> = arguments.collect();
    sorted.sort_by(|a, b| a.0.cmp(b.0));
    out.push('{');
    for (index, (name, value)) in sorted.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        text(name, &mut out);
        out.push(':');
        if is_secret(name) {
            let mut plain = String::new();
            write(value, &mut plain);
            text(&format!("hmac:{}", key.seal(&plain)), &mut out);
        } else {
            write(value, &mut out);
        }
    }
    out.push('}');
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut sorted: Vec<(&String, &Value)> = map.iter().collect();
            sorted.sort_by(|a, b| a.0.cmp(b.0));
            out.push('{');
            for (index, (key, inner)) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                text(key, out);
                out.push(':');
                write(inner, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::String(string) => text(string, out),
        Value::Number(number) => out.push_str(&exact(number)),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Null => out.push_str("null"),
    }
}

fn text(string: &str, out: &mut String) {
    let plain = |byte: u8| byte >= 0x20 && byte != b'"' && byte != b'\\';
    if string.bytes().all(plain) {
        out.push('"');
        out.push_str(string);
        out.push('"');
    } else {
        out.push_str(&Value::from(string).to_string());
    }
}

/// A whole number is written as one, however it was sent.
fn exact(number: &Number) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number.as_f64() {
        Some(float) if !number.is_i64() && !number.is_u64() => {
            if float.fract() == 0.0 && float.abs() <= EXACT {
                // Zero has no sign here.
                format!("{:.0}", if float == 0.0 { 0.0 } else { float })
            } else {
                number.to_string()
            }
        }
        _ => number.to_string(),
    }
}

/// The digest of a text, in hexadecimal: 64 characters.
pub(crate) fn digest(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS.get(usize::from(nibble)).copied().unwrap_or(b'0'));
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn canonical(value: Value) -> String {
        let key = InstallKey([7; 32]);
        let arguments = value.as_object().unwrap().iter();
        canonical_text(
            arguments.map(|(name, value)| (name.as_str(), value)),
            |name| name == "token",
            &key,
        )
    }

    #[test]
    fn order_and_spelling_of_numbers_do_not_count() {
        let one = canonical(json!({"b": {"y": 1.0, "x": [1, 2.5]}, "a": "é\n"}));
        assert_eq!(one, r#"{"a":"é\n","b":{"x":[1,2.5],"y":1}}"#);
        assert_eq!(canonical(json!({"n": -0.0})), r#"{"n":0}"#);
        assert_eq!(canonical(json!({"n": u64::MAX})), r#"{"n":18446744073709551615}"#);
        assert_eq!(canonical(json!({"n": -20.0})), r#"{"n":-20}"#);
    }

    #[test]
    fn a_secret_enters_under_the_key_only() {
        let text = canonical(json!({"token": "hunter2"}));
        assert!(!text.contains("hunter2") && text.starts_with(r#"{"token":"hmac:"#), "{text}");
        assert_ne!(text, canonical(json!({"token": "hunter3"})));
        let other = InstallKey([8; 32]);
        let value = json!("hunter2");
        let under_other = canonical_text([("token", &value)].into_iter(), |_| true, &other);
        assert_ne!(text, under_other);
    }
}
