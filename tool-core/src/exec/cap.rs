//! Stage 20: no more than the model can use, with exact counts of what was left out.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::flow::Flow;
use super::recall::{READ_RESULT, Recall};
use super::shrink;
use crate::{OutputCap, Status, Tool, ToolResult};

/// Caps the result of a call. What is left out can be read on for a while.
pub(super) fn stage(flow: &mut Flow<'_>) {
    let Some(result) = flow.result.take() else { return };
    let ran = flow.tool.clone().filter(|_| !flow.ended);
    flow.result = Some(match ran {
        None => errors(result),
        // It shows a page that is within the cap, and a page of a page would never end.
        Some(_) if flow.is_recall() => result,
        Some(tool) => {
            let recall = flow.session.engine().recall.then(|| &flow.session.state().recall);
            capped(&tool, result, recall)
        }
    });
}

fn capped(tool: &Tool, mut result: ToolResult, recall: Option<&Recall>) -> ToolResult {
    let cap = tool.metadata().cap;
    let keep = |text: &str| recall.and_then(|recall| recall.keep(tool.name(), text));
    let has_own_text = result.output.own_text().is_some();
    if let Some(text) = result.output.own_text() {
        let (shown, cut) = text_within(text, cap);
        if let Some(cut) = cut {
            let id = keep(text);
            let shown = format!("{shown}\n{}", cut.note(id.as_deref()));
            result.metadata.insert("cut".to_owned(), cut.to_value());
            note_id(&mut result, id);
            result.output.set_text(shown);
        }
    }
    let size = result.output.json().map_or(0, |json| json.len());
    if size > cap.bytes {
        match shrink::data(tool, &result, cap.bytes) {
            Some(shrunk) => {
                result.metadata.insert("cut".to_owned(), shrunk.counts());
                if !has_own_text {
                    let id = keep(&in_lines(&result));
                    let note = shrunk.note(id.as_deref());
                    result.output.set_text(format!("{}\n{note}", shrunk.value));
                    note_id(&mut result, id);
                }
                result.output.set_value(shrunk.value);
            }
            None => {
                let id = keep(&in_lines(&result));
                return too_large(tool, size, cap, id);
            }
        }
    }
    errors(result)
}

/// Caps the text of a failure.
pub(super) fn errors(mut result: ToolResult) -> ToolResult {
    if let Some(error) = &result.error
        && let (Cow::Owned(shown), cut) = text_within(error, OutputCap::DEFAULT)
    {
        let note = cut.map(|cut| format!("\n{}", cut.note(None))).unwrap_or_default();
        result.error = Some(format!("{shown}{note}"));
    }
    result
}

/// Data as text in many lines, so that it can be read a page at a time.
fn in_lines(result: &ToolResult) -> String {
    let value = result.output.value();
    value.map_or_else(String::new, |value| format!("{value:#}"))
}

fn note_id(result: &mut ToolResult, id: Option<String>) {
    if let Some(id) = id {
        result.metadata.insert("result_id".to_owned(), id.into());
    }
}

fn too_large(tool: &Tool, size: usize, cap: OutputCap, id: Option<String>) -> ToolResult {
    let read_on = id.as_ref().map(|id| format!(" Or read it in parts: {}.", read_on(id)));
    let mut result = ToolResult::failed(
        Status::TooLarge,
        format!(
            "the result of `{}` is {size} bytes, more than the {} allowed, and cannot be cut",
            tool.name(),
            cap.bytes
        ),
    )
    .with_hint(format!(
        "Ask for less: a narrower pattern, a smaller limit, or a part at a time.{}",
        read_on.unwrap_or_default()
    ));
    note_id(&mut result, id);
    result
}

/// How the model reads on.
pub(super) fn read_on(id: &str) -> String {
    format!("`{READ_RESULT}` with result_id \"{id}\"")
}

/// What was left out of a text.
#[derive(Debug, PartialEq)]
pub(super) struct Cut {
    lines: usize,
    bytes: usize,
    clipped: usize,
}

impl Cut {
    fn note(&self, id: Option<&str>) -> String {
        let mut parts = Vec::new();
        if self.bytes > 0 {
            parts.push(format!("{} more lines ({} bytes) left out", self.lines, self.bytes));
        }
        if self.clipped > 0 {
            parts.push(format!("{} lines clipped at {} characters", self.clipped, OutputCap::LINE));
        }
        if let Some(id) = id {
            parts.push(format!("read on: {}", read_on(id)));
        }
        format!("[{}]", parts.join("; "))
    }

    fn to_value(&self) -> Value {
        json!({"lines": self.lines, "bytes": self.bytes, "clipped_lines": self.clipped})
    }
}

/// The head of a text within a cap, long lines clipped, never inside a character.
pub(super) fn text_within(text: &str, cap: OutputCap) -> (Cow<'_, str>, Option<Cut>) {
    if text.len() <= cap.bytes.min(OutputCap::LINE)
        && (text.len() < cap.lines || text.lines().count() <= cap.lines)
    {
        return (Cow::Borrowed(text), None);
    }
    let mut shown = String::with_capacity(text.len().min(cap.bytes));
    let mut cut = Cut { lines: 0, bytes: 0, clipped: 0 };
    let mut taken = 0usize;
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let (line, after) = rest.split_at(length);
        let body = line.strip_suffix('\n').unwrap_or(line);
        let clipped = clip_line(body);
        if taken == cap.lines || shown.len() + clipped.len() > cap.bytes {
            break;
        }
        shown.push_str(clipped);
        if clipped.len() < body.len() {
            cut.clipped += 1;
            shown.push('…');
        }
        if line.len() > body.len() {
            shown.push('\n');
        }
        taken += 1;
        rest = after;
    }
    if taken == 0 && !rest.is_empty() {
        // One line longer than the whole cap: show what fits of it.
        let line = clip_line(rest.lines().next().unwrap_or_default());
        let mut end = cap.bytes.min(line.len());
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let (head, _) = line.split_at(end);
        shown.push_str(head);
        rest = rest.get(end..).unwrap_or_default();
    }
    cut.bytes = rest.len();
    cut.lines = rest.lines().count();
    if cut.bytes == 0 && cut.clipped == 0 {
        return (Cow::Borrowed(text), None);
    }
    while shown.ends_with('\n') {
        shown.pop();
    }
    (Cow::Owned(shown), Some(cut))
}

fn clip_line(line: &str) -> &str {
    if line.len() <= OutputCap::LINE {
        return line;
    }
    match line.char_indices().nth(OutputCap::LINE) {
        Some((end, _)) => line.get(..end).unwrap_or(line),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cap(lines: usize, bytes: usize) -> OutputCap {
        OutputCap { lines, bytes }
    }

    #[test]
    fn text_within_the_cap_is_untouched() {
        let text = "a\nb\n";
        assert_eq!(text_within(text, cap(2, 100)), (Cow::Borrowed(text), None));
    }

    #[test]
    fn lines_beyond_the_cap_are_counted() {
        let (shown, cut) = text_within("a\nb\nc\nd", cap(2, 100));
        assert_eq!(shown, "a\nb");
        assert_eq!(cut, Some(Cut { lines: 2, bytes: 3, clipped: 0 }));
    }

    #[test]
    fn one_endless_line_is_clipped_with_its_count() {
        let line = "é".repeat(5_000);
        let (shown, cut) = text_within(&line, OutputCap::DEFAULT);
        assert_eq!(shown.chars().count(), OutputCap::LINE + 1);
        assert_eq!(cut, Some(Cut { lines: 0, bytes: 0, clipped: 1 }));
    }

    #[test]
    fn a_line_longer_than_the_cap_is_cut_between_characters() {
        let (shown, cut) = text_within("ééé", cap(10, 3));
        assert_eq!(shown, "é");
        assert_eq!(cut, Some(Cut { lines: 1, bytes: 4, clipped: 0 }));
    }
}
