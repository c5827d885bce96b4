//! OpenAI's two streams.

use serde_json::Value;

use super::Pending;
use crate::calls::{ParsedCall, id_of, list_of, responses};

/// `choices[].delta.tool_calls[]`, each with an index. Gateways leave the index out, or give every
/// call the index 0; a new id then says that a new call begins.
#[derive(Debug, Default)]
pub(super) struct ChatDeltas {
    calls: Vec<Pending>,
}

impl ChatDeltas {
    pub(super) fn push(&mut self, event: &Value) {
        for (at, choice) in list_of(event, "choices").iter().enumerate() {
            let delta = choice.get("delta").or_else(|| choice.get("message")).unwrap_or(choice);
            let choice = id_of(choice.get("index")).unwrap_or_else(|| at.to_string());
            for call in list_of(delta, "tool_calls") {
                self.piece(&choice, call);
            }
        }
    }

    fn piece(&mut self, choice: &str, piece: &Value) {
        let id = id_of(piece.get("id")).filter(|id| id != "null");
        let index = id_of(piece.get("index"));
        let key = index.as_ref().map(|index| format!("{choice}/{index}"));
        let same_id = |call: &&mut Pending| id.is_none() || call.id.is_none() || call.id == id;
        let function = piece.get("function").unwrap_or(piece);
        let name = function.get("name").and_then(Value::as_str).unwrap_or_default();
        let known = match &key {
            Some(key) => self.calls.iter_mut().rev().find(|call| call.key == *key),
            None => self.calls.last_mut().filter(|call| {
                id.is_some() || name.is_empty() || call.id.is_none() && call.text.is_empty()
            }),
        };
        if let Some(call) = known.filter(same_id) {
            call.id = call.id.take().or(id);
            call.add_name(name);
            call.add_arguments(function.get("arguments").unwrap_or(&Value::Null));
            return;
        }
        let mut call = Pending { key: key.unwrap_or_default(), id, ..Pending::default() };
        call.add_name(name);
        call.add_arguments(function.get("arguments").unwrap_or(&Value::Null));
        self.calls.push(call);
    }

    pub(super) fn finish(self) -> Vec<ParsedCall> {
        self.calls.into_iter().map(Pending::call).collect()
    }
}

/// `response.output_item.added`, `response.function_call_arguments.delta` and their `.done`.
#[derive(Debug, Default)]
pub(super) struct ResponseEvents {
    calls: Vec<Pending>,
}

impl ResponseEvents {
    pub(super) fn push(&mut self, event: &Value) {
        let kind = event.get("type").and_then(Value::as_str).unwrap_or_default();
        match kind {
            "response.output_item.added" | "response.output_item.done" => {
                let Some(item) = event.get("item") else { return };
                self.item(item, event.get("output_index"));
            }
            "response.function_call_arguments.delta" => {
                if let Some(call) = self.known(event) {
                    call.add_arguments(event.get("delta").unwrap_or(&Value::Null));
                }
            }
            "response.function_call_arguments.done" => {
                let arguments = event.get("arguments").and_then(Value::as_str);
                if let (Some(call), Some(arguments)) = (self.known(event), arguments) {
                    arguments.clone_into(&mut call.text);
                }
            }
            // What was missed stands in the whole response at the end.
            "response.completed" | "response.incomplete" => {
                let response = event.get("response").unwrap_or(&Value::Null);
                for (at, item) in list_of(response, "output").iter().enumerate() {
                    self.item(item, Some(&Value::from(at)));
                }
            }
            _ => {}
        }
    }

    fn item(&mut self, item: &Value, index: Option<&Value>) {
        let Some(whole) = responses::item(item) else { return };
        let key = id_of(item.get("id")).or_else(|| id_of(index)).unwrap_or_default();
        let known = self
            .calls
            .iter_mut()
            .find(|call| call.key == key || (call.id.is_some() && call.id == whole.id));
        match known {
            Some(call) => {
                if !whole.raw.is_empty() {
                    call.text = whole.raw;
                }
            }
            None => self.calls.push(Pending {
                key,
                id: whole.id,
                name: whole.name,
                text: whole.raw,
                whole: None,
            }),
        }
    }

    fn known(&mut self, event: &Value) -> Option<&mut Pending> {
        let item = id_of(event.get("item_id"));
        let index = id_of(event.get("output_index"));
        let keyed = |call: &Pending| {
            Some(&call.key) == item.as_ref()
                || (item.is_none() && Some(&call.key) == index.as_ref())
        };
        match self.calls.iter().position(keyed) {
            Some(at) => self.calls.get_mut(at),
            // Some gateways give items other ids in deltas.
            None => self.calls.last_mut(),
        }
    }

    pub(super) fn finish(self) -> Vec<ParsedCall> {
        self.calls.into_iter().map(Pending::call).collect()
    }
}
