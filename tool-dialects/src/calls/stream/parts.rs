//! Gemini: whole calls in each chunk, or, if asked for, arguments piece by piece
//! (`partialArgs` with a JSON Path, google-genai 3.6.1 `types.py#PartialArg`).

use serde_json::{Map, Value};

use crate::calls::{ParsedCall, google, id_of, list_of};

/// More members than a model writes; a path cannot make a list longer.
const MAX_INDEX: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct Parts {
    calls: Vec<Call>,
    /// The last call still takes pieces.
    open: bool,
}

#[derive(Debug)]
enum Call {
    Whole(ParsedCall),
    Partial { id: Option<String>, name: String, arguments: Value },
}

impl Parts {
    pub(super) fn push(&mut self, event: &Value) {
        for call in event.get("toolCall").map_or(&[][..], |call| list_of(call, "functionCalls")) {
            self.call(call);
        }
        for candidate in list_of(event, "candidates") {
            let content = candidate.get("content").unwrap_or(&Value::Null);
            for part in list_of(content, "parts") {
                if let Some(call) = part.get("functionCall") {
                    self.call(call);
                }
            }
            let reason = candidate.get("finishReason").and_then(Value::as_str).unwrap_or_default();
            self.calls.extend(google::broken(reason, candidate).map(Call::Whole));
        }
    }

    fn call(&mut self, call: &Value) {
        let more = call.get("willContinue") == Some(&Value::Bool(true));
        let pieces = list_of(call, "partialArgs");
        let name = call.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
        let continues = self.open && name.is_none();
        if !continues && pieces.is_empty() && !more {
            self.calls.extend(google::one(call).map(Call::Whole));
            self.open = false;
            return;
        }
        if !continues {
            let arguments = call.get("args").filter(|args| args.is_object()).cloned();
            self.calls.push(Call::Partial {
                id: id_of(call.get("id")),
                name: name.unwrap_or_default().to_owned(),
                arguments: arguments.unwrap_or_else(|| Value::Object(Map::new())),
            });
        }
        if let Some(Call::Partial { arguments, .. }) = self.calls.last_mut() {
            for piece in pieces {
                set(arguments, piece);
            }
        }
        self.open = more;
    }

    pub(super) fn finish(self) -> Vec<ParsedCall> {
        self.calls
            .into_iter()
            .map(|call| match call {
                Call::Whole(call) => call,
                Call::Partial { id, name, arguments } => ParsedCall::new(id, name, &arguments),
            })
            .collect()
    }
}

/// Puts one piece where its path says. Text is added to text.
fn set(arguments: &mut Value, piece: &Value) {
    let path = piece.get("jsonPath").and_then(Value::as_str).unwrap_or_default();
    let Some(steps) = steps(path) else { return };
    let value = ["stringValue", "numberValue", "boolValue"]
        .into_iter()
        .find_map(|key| piece.get(key))
        .cloned()
        .unwrap_or(Value::Null);
    let mut at = arguments;
    for step in steps {
        at = match step {
            Step::Key(key) => {
                if !at.is_object() {
                    *at = Value::Object(Map::new());
                }
                let Some(map) = at.as_object_mut() else { return };
                map.entry(key).or_insert(Value::Null)
            }
            Step::Index(index) => {
                if !at.is_array() {
                    *at = Value::Array(Vec::new());
                }
                let Some(items) = at.as_array_mut() else { return };
                while items.len() <= index {
                    items.push(Value::Null);
                }
                let Some(item) = items.get_mut(index) else { return };
                item
            }
        };
    }
    match (at, value) {
        (Value::String(text), Value::String(more)) => text.push_str(&more),
        (place, value) => *place = value,
    }
}

enum Step {
    Key(String),
    Index(usize),
}

/// `$.a.b[0]['c d']` in steps; `None` for a path of another kind.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(tail) = rest.strip_prefix('.') {
            let end = tail.find(['.', '[']).unwrap_or(tail.len());
            steps.push(Step::Key(tail.get(..end)?.to_owned()));
            rest = tail.get(end..)?;
        } else {
            let tail = rest.strip_prefix('[')?;
            let quote = tail.chars().next().filter(|c| ['"', '\''].contains(c));
            match quote {
                Some(quote) => {
                    let (key, after) = tail.get(1..)?.split_once(quote)?;
                    steps.push(Step::Key(key.to_owned()));
                    rest = after.strip_prefix(']')?;
                }
                None => {
                    let (index, after) = tail.split_once(']')?;
                    let index = index.parse().ok().filter(|index| *index < MAX_INDEX)?;
                    steps.push(Step::Index(index));
                    rest = after;
                }
            }
        }
    }
    (!steps.is_empty()).then_some(steps)
}
