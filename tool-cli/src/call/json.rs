//! JSON as the value of one flag, where a key that stands twice is a fault, not a choice.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// What a text is as JSON.
pub(super) enum Read {
    /// A value.
    Value(Value),
    /// No JSON.
    Other,
    /// An object in which this key stands twice.
    Twice(String),
}

/// Reads a text.
pub(super) fn read(text: &str) -> Read {
    match serde_json::from_str::<Unique>(text) {
        Ok(Unique(value)) => Read::Value(value),
        Err(error) => {
            match error.to_string().strip_prefix(TWICE).and_then(|key| key.rsplit_once(MARK)) {
                Some((key, _)) => Read::Twice(key.to_owned()),
                None => Read::Other,
            }
        }
    }
}

// serde's errors are text: what comes out is told by what went in.
const TWICE: &str = "key twice: ";
const MARK: &str = "\u{0}";

struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Unique;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Unique, E> {
        Ok(Unique(Value::Null))
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Unique, E> {
        Ok(Unique(truth.into()))
    }

    fn visit_i64<E>(self, int: i64) -> Result<Unique, E> {
        Ok(Unique(int.into()))
    }

    fn visit_u64<E>(self, int: u64) -> Result<Unique, E> {
        Ok(Unique(int.into()))
    }

    fn visit_f64<E>(self, float: f64) -> Result<Unique, E> {
        Ok(Unique(float.into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Unique, E> {
        Ok(Unique(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Unique, A::Error> {
        let mut items = Vec::new();
        while let Some(Unique(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(Unique(Value::Array(items)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Unique, A::Error> {
        let mut map = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("{TWICE}{key}{MARK}")));
            }
            let Unique(value) = access.next_value()?;
            map.insert(key, value);
        }
        Ok(Unique(Value::Object(map)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn twice(text: &str) -> Option<String> {
        match read(text) {
            Read::Twice(key) => Some(key),
            _ => None,
        }
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let all = json!({"a": [null, true, -1, u64::MAX, 0.5, "é"], "b": {"a": {}}});
        assert!(matches!(read(&all.to_string()), Read::Value(value) if value == all));
        assert!(matches!(read("{a: 1}"), Read::Other));
        assert!(matches!(read("1 2"), Read::Other));
    }

    #[test]
    fn a_key_twice_is_found_however_deep() {
        assert_eq!(twice(r#"{"a": 1, "a": 1}"#).as_deref(), Some("a"));
        assert_eq!(
            twice(r#"[{"b": {"c at line 1": 1, "c at line 1": 2}}]"#).as_deref(),
            Some("c at line 1")
        );
        assert_eq!(twice(r#"[{"a": 1}, {"a": 1}]"#), None);
    }
}
