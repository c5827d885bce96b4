//! Structured data cut to size: array tails dropped, free text clipped, nothing invented.

use serde_json::{Value, json};

use crate::args::check_value;
use crate::{Tool, ToolResult};

/// Data that was cut, and how much of it.
pub(super) struct Shrunk {
    pub(super) value: Value,
    items: usize,
    characters: usize,
}

impl Shrunk {
    pub(super) fn counts(&self) -> Value {
        json!({"items": self.items, "characters": self.characters})
    }

    pub(super) fn note(&self, id: Option<&str>) -> String {
        let mut parts = Vec::new();
        if self.items > 0 {
            parts.push(format!("{} list items", self.items));
        }
        if self.characters > 0 {
            parts.push(format!("{} characters of text", self.characters));
        }
        let read_on =
            id.map(|id| format!("; read on: {}", super::cap::read_on(id))).unwrap_or_default();
        format!("[left out to fit: {}{read_on}]", parts.join(" and "))
    }
}

/// The data of a result within `most` bytes of JSON, if it can be cut so that it still is what
/// the tool's output schema says.
pub(super) fn data(tool: &Tool, result: &ToolResult, most: usize) -> Option<Shrunk> {
    let whole = result.output.value()?;
    let longest = longest_array(&whole);
    // First the longest arrays that fit; only if no array helps, text as well.
    let fits = |items: usize, characters: usize| {
        let cut = cut(&whole, items, characters);
        (cut.value.to_string().len() <= most).then_some(cut)
    };
    let best = largest(longest, |items| fits(items, usize::MAX))
        .or_else(|| largest(most, |characters| fits(longest, characters)))
        .or_else(|| largest(most, |characters| fits(1, characters)))?;
    let conforms = tool.output_schema().is_none_or(|schema| check_value(schema, &best.value));
    conforms.then_some(best)
}

/// The result for the largest number up to `most` for which there is one, by bisection.
fn largest(most: usize, fits: impl Fn(usize) -> Option<Shrunk>) -> Option<Shrunk> {
    let (mut low, mut high) = (1, most);
    let mut best = None;
    while low <= high {
        let middle = low + (high - low) / 2;
        match fits(middle) {
            Some(found) => {
                best = Some(found);
                low = middle + 1;
            }
            None => high = middle - 1,
        }
    }
    best
}

fn longest_array(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(longest_array).max().unwrap_or(0).max(items.len()),
        Value::Object(map) => map.values().map(longest_array).max().unwrap_or(0),
        _ => 0,
    }
}

fn cut(value: &Value, items: usize, characters: usize) -> Shrunk {
    let mut dropped = Shrunk { value: Value::Null, items: 0, characters: 0 };
    dropped.value = cut_into(value, items, characters, &mut dropped.items, &mut dropped.characters);
    dropped
}

fn cut_into(
    value: &Value,
    most_items: usize,
    most_characters: usize,
    items: &mut usize,
    characters: &mut usize,
) -> Value {
    match value {
        Value::Array(all) => {
            *items += all.len().saturating_sub(most_items);
            let kept = all.iter().take(most_items);
            Value::Array(
                kept.map(|item| cut_into(item, most_items, most_characters, items, characters))
                    .collect(),
            )
        }
        Value::Object(map) => Value::Object(
            map.iter()
                .map(|(key, inner)| {
                    let inner = cut_into(inner, most_items, most_characters, items, characters);
                    (key.clone(), inner)
                })
                .collect(),
        ),
        Value::String(text) if text.len() > most_characters => {
            let total = text.chars().count();
            *characters += total.saturating_sub(most_characters);
            Value::String(text.chars().take(most_characters).collect())
        }
        other => other.clone(),
    }
}
