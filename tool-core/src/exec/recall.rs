//! What a cap left out, kept for a while so that the model can read on.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::digest;
use super::sync::{Mutex, lock};
use crate::tool::Origin;
use crate::{
    AccessMode, BoxFuture, DynTool, OutputCap, Status, ToolContext, ToolMetadata, ToolOutput,
    ToolResult,
};

/// The name of the tool that reads on.
pub(crate) const READ_RESULT: &str = "read_result";

/// How much a session keeps.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// How long it keeps it.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

/// The results of a session that were cut, secrets masked.
#[derive(Debug, Default)]
pub(crate) struct Recall(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    results: VecDeque<Whole>,
    bytes: usize,
    /// Ids of results that had to go to make room.
    dropped: VecDeque<String>,
}

#[derive(Debug)]
struct Whole {
    id: String,
    tool: String,
    lines: Vec<Box<str>>,
    bytes: usize,
    made: Instant,
}

/// Lines of a result.
#[derive(Debug, PartialEq)]
struct Page {
    tool: String,
    text: String,
    next: Option<usize>,
    total: usize,
}

impl Recall {
    /// Keeps a whole text and gives it an id that cannot be guessed; none if it is too large.
    pub(crate) fn keep(&self, tool: &str, text: &str) -> Option<String> {
        if text.len() > MOST_BYTES {
            return None;
        }
        let mut random = [0u8; 16];
        getrandom::fill(&mut random).ok()?;
        let id = format!("r_{}", digest::hex(&random));
        let mut kept = lock(&self.0);
        while kept.bytes + text.len() > MOST_BYTES
            && let Some(oldest) = kept.results.pop_front()
        {
            kept.bytes -= oldest.bytes;
            kept.dropped.push_back(oldest.id);
            if kept.dropped.len() > 64 {
                kept.dropped.pop_front();
            }
        }
        kept.bytes += text.len();
        kept.results.push_back(Whole {
            id: id.clone(),
            tool: tool.to_owned(),
            lines: lines(text),
            bytes: text.len(),
            made: Instant::now(),
        });
        Some(id)
    }

    /// The tool that a result came of.
    fn tool_of(&self, id: &str) -> Result<String, &'static str> {
        let kept = lock(&self.0);
        match kept.results.iter().find(|whole| whole.id == id) {
            Some(whole) if whole.made.elapsed() < LIFETIME => Ok(whole.tool.clone()),
            Some(_) => Err("this result has expired; run the tool again"),
            None if kept.dropped.iter().any(|dropped| dropped == id) => {
                Err("this result had to make room for later ones; run the tool again")
            }
            None => Err("this session has no result with this id"),
        }
    }

    fn page(&self, id: &str, offset: usize, limit: usize) -> Option<Page> {
        let kept = lock(&self.0);
        let whole = kept.results.iter().find(|whole| whole.id == id)?;
        let from = offset.saturating_sub(1);
        let (mut text, mut next, mut bytes) = (String::new(), from, 0);
        for line in whole.lines.iter().skip(from).take(limit) {
            // A page is within the cap by itself, so that it is never cut in turn.
            bytes += line.len() + 1;
            if bytes > OutputCap::DEFAULT.bytes && next > from {
                break;
            }
            if next > from {
                text.push('\n');
            }
            text.push_str(line);
            next += 1;
        }
        let total = whole.lines.len();
        let next = (next < total).then_some(next + 1);
        Some(Page { tool: whole.tool.clone(), text, next, total })
    }
}

/// The lines of a text, over-long ones in pieces, so that every part of it can be paged to.
fn lines(text: &str) -> Vec<Box<str>> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut rest = line;
        while let Some((end, _)) = rest.char_indices().nth(OutputCap::LINE) {
            let (piece, after) = rest.split_at(end);
            lines.push(piece.into());
            rest = after;
        }
        lines.push(rest.into());
    }
    lines
}

/// The tool that every session has from the start.
pub(crate) struct ReadResult;

impl DynTool for ReadResult {
    fn name(&self) -> &str {
        READ_RESULT
    }

    fn description(&self) -> &str {
        "Read on in a result that was cut. The note at its end names the `result_id`."
    }

    fn parameters(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "result_id": {"type": "string", "description": "The id from the note."},
                "offset": {"type": "integer", "minimum": 1, "default": 1,
                           "description": "First line to show, counted from 1."},
                "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 500,
                          "description": "Most lines to show."}
            },
            "required": ["result_id"],
            "additionalProperties": false
        })
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata::new()
            .access_mode(AccessMode::Readonly)
            .title("Read on in a cut result")
            .category("results")
    }

    fn origin(&self) -> Origin {
        Origin::runtime("tool_core")
    }

    fn call(&self, arguments: Map<String, Value>, ctx: ToolContext) -> BoxFuture<'_, ToolResult> {
        Box::pin(async move { read(&arguments, &ctx) })
    }
}

fn read(arguments: &Map<String, Value>, ctx: &ToolContext) -> ToolResult {
    let id = arguments.get("result_id").and_then(Value::as_str).unwrap_or_default();
    let number = |name: &str, default: u64| {
        arguments.get(name).and_then(Value::as_u64).unwrap_or(default) as usize
    };
    let Some(host) = ctx.host() else {
        return ToolResult::failed(Status::Failed, "there is no session to read results of");
    };
    let recall = &host.session().state().recall;
    let tool = match recall.tool_of(id) {
        Ok(tool) => tool,
        Err(why) => return ToolResult::failed(Status::Failed, why),
    };
    // Whoever may not use the tool any more may not read what it gave.
    if let Err(ended) = host.session().may_use(&tool) {
        return ended.into_result();
    }
    let offset = number("offset", 1);
    let Some(page) = recall.page(id, offset, number("limit", 500)) else {
        return ToolResult::failed(Status::Failed, "this session has no result with this id");
    };
    if page.text.is_empty() && offset > page.total {
        return ToolResult::failed(
            Status::Failed,
            format!("the result of `{}` has {} lines", page.tool, page.total),
        );
    }
    let note = match page.next {
        Some(next) => format!(
            "\n[lines {offset} to {} of {}; go on with offset {next}]",
            next - 1,
            page.total
        ),
        None => format!("\n[lines {offset} to {0} of {0}]", page.total),
    };
    ToolResult::ok(ToolOutput::text(page.text + &note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_paged_to() {
        let recall = Recall::default();
        let text: String = (1..=5_000).map(|n| format!("line {n}\n")).collect();
        let id = recall.keep("t", &text).unwrap();
        let (mut read, mut offset) = (String::new(), 1);
        loop {
            let page = recall.page(&id, offset, 700).unwrap();
            assert_eq!(page.total, 5_000);
            read.push_str(&page.text);
            read.push('\n');
            match page.next {
                Some(next) => offset = next,
                None => break,
            }
        }
        assert_eq!(read, text);
    }

    #[test]
    fn an_endless_line_is_read_in_pieces_within_the_cap() {
        let recall = Recall::default();
        let id = recall.keep("t", &"é".repeat(100_001)).unwrap();
        let page = recall.page(&id, 1, 1_000).unwrap();
        assert!(page.text.len() <= OutputCap::DEFAULT.bytes);
        assert_eq!((page.total, page.next), (51, Some(17)));
        assert_eq!(recall.page(&id, 51, 1).unwrap().text, "é");
    }

    #[test]
    fn the_oldest_make_room_and_that_is_said() {
        let recall = Recall::default();
        let large = "x".repeat(MOST_BYTES / 2 + 1);
        let first = recall.keep("t", &large).unwrap();
        let second = recall.keep("t", &large).unwrap();
        assert!(recall.tool_of(&first).unwrap_err().contains("make room"));
        assert_eq!(recall.tool_of(&second).unwrap(), "t");
        assert!(recall.tool_of("r_00").unwrap_err().contains("no result"));
        assert_eq!(recall.keep("t", &"x".repeat(MOST_BYTES + 1)), None);
        assert_ne!(first, second);
    }
}
