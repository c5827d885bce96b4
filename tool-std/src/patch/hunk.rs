//! Putting hunks into a text: each exactly where it fits, or not at all.

use tool_core::ToolError;

use super::model::{Hunk, Tag};
use crate::edit::near_miss;
use crate::text::quoted;

/// Places that a refusal names.
const MOST_PLACES: usize = 8;

/// A line of a file: its text, and what ends it.
#[derive(Debug, Clone, Copy)]
struct FileLine<'a> {
    text: &'a str,
    end: &'a str,
}

/// The text after all hunks.
pub(super) fn apply(path: &str, text: &str, hunks: &[Hunk]) -> Result<String, ToolError> {
    let lines: Vec<FileLine<'_>> = text.split_inclusive('\n').map(split_end).collect();
    let common = common_end(&lines);
    let mut out: Vec<(String, &str)> = Vec::with_capacity(lines.len());
    let mut done = 0;
    // How far the places are from where the line numbers say.
    let mut shift = 0_isize;
    for (number, hunk) in hunks.iter().enumerate() {
        let which = format!("hunk {} of {}", number + 1, hunks.len());
        let start = place(path, &which, &lines, done, shift, hunk)?;
        if let Some(said) = hunk.start {
            shift = start as isize - (said as isize - 1);
        }
        out.extend(between(&lines, done, start));
        done = replace(&lines, start, hunk, common, &mut out);
    }
    out.extend(between(&lines, done, lines.len()));
    let last = out.len().saturating_sub(1);
    let mut text = String::with_capacity(text.len());
    for (at, (line, end)) in out.iter().enumerate() {
        text.push_str(line);
        // Only the last line may go without an end.
        text.push_str(if end.is_empty() && at < last { common } else { end });
    }
    Ok(text)
}

fn between<'a>(
    lines: &[FileLine<'a>],
    from: usize,
    to: usize,
) -> impl Iterator<Item = (String, &'a str)> {
    let lines = lines.get(from..to).unwrap_or_default().to_vec();
    lines.into_iter().map(|line| (line.text.to_owned(), line.end))
}

/// Writes the lines of a hunk; the number of the first line of the file behind it.
fn replace<'a>(
    lines: &[FileLine<'a>],
    start: usize,
    hunk: &Hunk,
    common: &'a str,
    out: &mut Vec<(String, &'a str)>,
) -> usize {
    let mut at = start;
    // New lines end as the line that was there before them.
    let before = start.checked_sub(1).and_then(|before| lines.get(before));
    let near = before.or_else(|| lines.get(start)).map(|line| line.end);
    let mut style = near.filter(|end| !end.is_empty()).unwrap_or(common);
    for line in &hunk.lines {
        let there = lines.get(at);
        match line.tag {
            Tag::Add => {
                let text = without_return(&line.text).to_owned();
                out.push((text, if line.open { "" } else { style }));
                continue;
            }
            Tag::Keep => out.extend(there.map(|line| (line.text.to_owned(), line.end))),
            Tag::Remove => {}
        }
        if let Some(end) = there.map(|line| line.end).filter(|end| !end.is_empty()) {
            style = end;
        }
        at += 1;
    }
    at
}

/// Where a hunk stands: the index of its first line.
fn place(
    path: &str,
    which: &str,
    lines: &[FileLine<'_>],
    done: usize,
    shift: isize,
    hunk: &Hunk,
) -> Result<usize, ToolError> {
    let old: Vec<&str> = hunk.old().map(|line| without_return(&line.text)).collect();
    let from = after_headers(path, which, lines, done, hunk)?;
    if old.is_empty() {
        let said = hunk.start.map(|start| (start as isize - 1 + shift).max(0) as usize);
        let place = match said {
            Some(said) => said,
            None if hunk.headers.is_empty() => lines.len(),
            None => from,
        };
        return Ok(place.clamp(done, lines.len()));
    }
    let fits = |start: &usize| {
        let there = lines.get(*start..*start + old.len());
        there.is_some_and(|there| there.iter().zip(&old).all(|(line, old)| line.text == *old))
            && (!hunk.at_end || start + old.len() == lines.len())
    };
    let last = lines.len().saturating_sub(old.len());
    if let Some(said) = hunk.start {
        let said = said as isize - 1 + shift;
        if let Some(said) = usize::try_from(said).ok().filter(|said| *said >= done && fits(said)) {
            return Ok(said);
        }
    }
    let found: Vec<usize> = (from..=last).filter(fits).collect();
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(no_place(path, which, lines, &old, hunk)),
        many => Err(ambiguous(path, which, many)),
    }
}

/// The line after those that the headers name.
fn after_headers(
    path: &str,
    which: &str,
    lines: &[FileLine<'_>],
    done: usize,
    hunk: &Hunk,
) -> Result<usize, ToolError> {
    let mut from = done;
    for header in &hunk.headers {
        let rest = lines.get(from..).unwrap_or_default();
        let found = rest.iter().position(|line| line.text.trim() == header.trim());
        let found = found.or_else(|| {
            rest.iter().position(|line| line.text.trim_start().starts_with(header.as_str()))
        });
        match found {
            Some(at) => from += at + 1,
            None => {
                return Err(ToolError::new(format!(
                    "{which}: no line `{header}` in {}; nothing was changed",
                    quoted(path)
                ))
                .hint("After `@@` goes a line of the file that stands before the change."));
            }
        }
    }
    Ok(from)
}

fn no_place(
    path: &str,
    which: &str,
    lines: &[FileLine<'_>],
    old: &[&str],
    hunk: &Hunk,
) -> ToolError {
    let line = hunk.start.map(|start| format!(" (line {start})")).unwrap_or_default();
    let error =
        ToolError::new(format!("{which}{line} does not fit {}; nothing was changed", quoted(path)));
    let text: String = lines.iter().flat_map(|line| [line.text, "\n"]).collect();
    match near_miss(&text, &old.join("\n")) {
        Some(hint) => error.hint(hint),
        None => error.hint("Read the file and make the patch from what it says now."),
    }
}

fn ambiguous(path: &str, which: &str, places: &[usize]) -> ToolError {
    let numbers: Vec<String> =
        places.iter().take(MOST_PLACES).map(|place| (place + 1).to_string()).collect();
    ToolError::new(format!(
        "{which} fits {} at {} places (lines {}); nothing was changed",
        quoted(path),
        places.len(),
        numbers.join(", ")
    ))
    .hint("Give more lines around the change, or name a line before it after `@@`.")
}

fn split_end(line: &str) -> FileLine<'_> {
    let text = line.strip_suffix('\n').map_or(line, without_return);
    FileLine { text, end: line.get(text.len()..).unwrap_or_default() }
}

fn without_return(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// What most lines end in.
fn common_end<'a>(lines: &[FileLine<'a>]) -> &'a str {
    let returns = lines.iter().filter(|line| line.end == "\r\n").count();
    if returns * 2 > lines.len() { "\r\n" } else { "\n" }
}
