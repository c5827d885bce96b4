//! The whole tree of arguments, with every key that was given twice.

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::describe::clip;
use super::report::{Fault, FaultKind};
use super::{MAX_ARGUMENT_BYTES, MAX_ARGUMENT_DEPTH};

/// Arguments as a tree, or why there is none.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) value: Option<Value>,
    pub(crate) faults: Vec<Fault>,
    /// Whether there was nothing at all.
    pub(crate) absent: bool,
}

impl From<Value> for Parsed {
    fn from(value: Value) -> Self {
        if deeper_than(&value, MAX_ARGUMENT_DEPTH) {
            return Parsed::fault(FaultKind::TooDeep, too_deep());
        }
        Parsed { value: Some(value), faults: Vec::new(), absent: false }
    }
}

impl Parsed {
    /// The tree of text that was decoded before.
    pub(crate) fn of_decoded(text: &str) -> Self {
        let value = serde_json::from_str(text).ok();
        Parsed { value, faults: Vec::new(), absent: false }
    }

    fn fault(kind: FaultKind, detail: String) -> Self {
        let fault = Fault { path: String::new(), kind, detail };
        Parsed { value: None, faults: vec![fault], absent: false }
    }
}

fn too_deep() -> String {
    format!("the arguments are nested more than {MAX_ARGUMENT_DEPTH} levels deep")
}

/// Reads JSON text; empty text is no arguments.
pub(crate) fn parse(text: &str) -> Parsed {
    if text.len() > MAX_ARGUMENT_BYTES {
        return Parsed::fault(
            FaultKind::TooLarge,
            format!(
                "the arguments are {} bytes long, more than the {MAX_ARGUMENT_BYTES} that are read",
                text.len()
            ),
        );
    }
    if text.trim().is_empty() {
        return Parsed { value: None, faults: Vec::new(), absent: true };
    }
    let mut state = State { path: String::new(), faults: Vec::new() };
    let mut json = serde_json::Deserializer::from_str(text);
    let read = Node(&mut state).deserialize(&mut json).and_then(|value| json.end().map(|()| value));
    match read {
        Ok(value) => Parsed { value: Some(value), faults: state.faults, absent: false },
        Err(error) if error.to_string().starts_with("recursion limit") => {
            Parsed::fault(FaultKind::TooDeep, too_deep())
        }
        Err(error) => Parsed::fault(
            FaultKind::Syntax,
            format!(
                "the arguments are not valid JSON: {}. Send one JSON object",
                clip(&error.to_string(), 120)
            ),
        ),
    }
}

fn deeper_than(value: &Value, most: usize) -> bool {
    let mut stack = vec![(value, 1usize)];
    while let Some((value, depth)) = stack.pop() {
        let nested: &mut dyn Iterator<Item = &Value> = match value {
            Value::Array(items) => &mut items.iter(),
            Value::Object(map) => &mut map.values(),
            _ => continue,
        };
        if depth > most {
            return true;
        }
        stack.extend(nested.map(|inner| (inner, depth + 1)));
    }
    false
}

struct State {
    path: String,
    faults: Vec<Fault>,
}

struct Node<'a>(&'a mut State);

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, int: i64) -> Result<Value, E> {
        Ok(Value::from(int))
    }

    fn visit_u64<E>(self, int: u64) -> Result<Value, E> {
        Ok(Value::from(int))
    }

    fn visit_f64<E>(self, float: f64) -> Result<Value, E> {
        Ok(Value::from(float))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        let length = self.0.path.len();
        loop {
            self.0.path.push_str(&format!("[{}]", items.len()));
            let item = seq.next_element_seed(Node(self.0))?;
            self.0.path.truncate(length);
            match item {
                Some(item) => items.push(item),
                None => return Ok(Value::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        let length = self.0.path.len();
        while let Some(key) = access.next_key::<String>()? {
            if length > 0 {
                self.0.path.push('.');
            }
            self.0.path.push_str(&clip(&key, 80));
            if map.contains_key(&key) {
                self.0.faults.push(Fault {
                    path: self.0.path.clone(),
                    kind: FaultKind::Duplicate,
                    detail: "is given twice; send it once".to_owned(),
                });
            }
            let value = access.next_value_seed(Node(self.0))?;
            self.0.path.truncate(length);
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
