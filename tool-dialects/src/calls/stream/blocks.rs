//! Streams of numbered blocks: Anthropic, Bedrock and Cohere.

use serde_json::Value;

use super::Pending;
use crate::calls::{ParsedCall, id_of};

#[derive(Debug, Default)]
pub(super) struct Blocks {
    calls: Vec<Pending>,
}

impl Blocks {
    pub(super) fn push(&mut self, event: &Value) {
        let kind = event.get("type").and_then(Value::as_str).unwrap_or_default();
        match kind {
            "content_block_start" => {
                let block = event.get("content_block").unwrap_or(&Value::Null);
                if block.get("type").and_then(Value::as_str) == Some("tool_use") {
                    let id = id_of(block.get("id"));
                    self.start(event.get("index"), id, block.get("name"), block.get("input"));
                }
            }
            "content_block_delta" => {
                self.add(event.get("index"), event.pointer("/delta/partial_json"));
            }
            "tool-call-start" | "tool-call-delta" => self.cohere(event),
            _ => self.bedrock(event),
        }
    }

    /// `{contentBlockStart: {contentBlockIndex, start: {toolUse}}}` and its deltas.
    fn bedrock(&mut self, event: &Value) {
        if let Some(block) = event.get("contentBlockStart")
            && let Some(call) = block.pointer("/start/toolUse")
        {
            let index = block.get("contentBlockIndex");
            self.start(index, id_of(call.get("toolUseId")), call.get("name"), None);
        }
        if let Some(block) = event.get("contentBlockDelta") {
            self.add(block.get("contentBlockIndex"), block.pointer("/delta/toolUse/input"));
        }
    }

    fn cohere(&mut self, event: &Value) {
        let index = event.get("index");
        let Some(call) = event.pointer("/delta/message/tool_calls") else { return };
        let arguments = call.pointer("/function/arguments");
        if let Some(name) = call.pointer("/function/name") {
            self.start(index, id_of(call.get("id")), Some(name), None);
        }
        self.add(index, arguments);
    }

    fn start(
        &mut self,
        index: Option<&Value>,
        id: Option<String>,
        name: Option<&Value>,
        input: Option<&Value>,
    ) {
        self.calls.push(Pending {
            key: id_of(index).unwrap_or_default(),
            id,
            name: name.and_then(Value::as_str).unwrap_or_default().to_owned(),
            text: String::new(),
            whole: input.filter(|input| !input.is_null()).cloned(),
        });
    }

    fn add(&mut self, index: Option<&Value>, part: Option<&Value>) {
        let (Some(index), Some(part)) = (id_of(index), part) else { return };
        if let Some(call) = self.calls.iter_mut().rev().find(|call| call.key == index) {
            call.add_arguments(part);
        }
    }

    pub(super) fn finish(self) -> Vec<ParsedCall> {
        self.calls.into_iter().map(Pending::call).collect()
    }
}
