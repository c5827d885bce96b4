//! The `*** Begin Patch` form.

use std::path::PathBuf;

use tool_core::ToolError;

use super::model::{FilePatch, Hunk, Tag, malformed, tagged};

/// Whether a text is in this form.
pub(super) fn is(text: &str) -> bool {
    text.trim_start().starts_with("*** Begin Patch")
}

/// Parses the form. Markers may have white space behind them; lines of a file keep theirs.
pub(super) fn parse(text: &str) -> Result<Vec<FilePatch>, ToolError> {
    let mut files: Vec<FilePatch> = Vec::new();
    let mut ended = false;
    let skipped = text.len() - text.trim_start().len();
    let first = text.get(..skipped).unwrap_or_default().matches('\n').count() + 2;
    let lines = text.trim_start().split('\n').skip(1);
    for (number, line) in (first..).zip(lines) {
        let marker = line.trim_end();
        if ended {
            if marker.is_empty() {
                continue;
            }
            return Err(malformed(number, "there is text after `*** End Patch`"));
        }
        if marker == "*** End Patch" {
            ended = true;
        } else if let Some(path) = named(marker, "*** Add File: ") {
            // All its lines are one hunk.
            let hunks = vec![Hunk::default()];
            files.push(FilePatch { new: Some(path), hunks, ..FilePatch::default() });
        } else if let Some(path) = named(marker, "*** Delete File: ") {
            files.push(FilePatch { old: Some(path), ..FilePatch::default() });
        } else if let Some(path) = named(marker, "*** Update File: ") {
            let (old, new) = (Some(path.clone()), Some(path));
            files.push(FilePatch { old, new, ..FilePatch::default() });
        } else if files.is_empty() && marker.is_empty() {
            continue;
        } else {
            let Some(file) = files.last_mut() else {
                return Err(malformed(
                    number,
                    "a file starts with `*** Update File: path`, `*** Add File: path` or \
                     `*** Delete File: path`",
                ));
            };
            one(file, number, line, marker)?;
        }
    }
    if !ended {
        return Err(malformed(text.lines().count(), "`*** End Patch` is missing"));
    }
    if files.is_empty() {
        return Err(malformed(1, "it names no file"));
    }
    Ok(files)
}

fn named(line: &str, marker: &str) -> Option<PathBuf> {
    line.strip_prefix(marker).map(|path| PathBuf::from(path.trim())).filter(|p| p != "")
}

/// A line that belongs to a file.
fn one(file: &mut FilePatch, number: usize, line: &str, marker: &str) -> Result<(), ToolError> {
    match (&file.old, &file.new) {
        (Some(_), None) => return Err(malformed(number, "a file that is deleted has no lines")),
        (None, _) => {
            let Some(line) = tagged(line).filter(|line| line.tag == Tag::Add) else {
                return Err(malformed(number, "each line of a new file starts with `+`"));
            };
            if let Some(hunk) = file.hunks.last_mut() {
                hunk.lines.push(line);
            }
            return Ok(());
        }
        (Some(_), Some(_)) => {}
    }
    if let Some(path) = named(marker, "*** Move to: ") {
        file.new = Some(path);
        return Ok(());
    }
    let hunk = file.hunks.last_mut();
    if marker == "*** End of File" {
        if let Some(hunk) = hunk {
            hunk.at_end = true;
        }
        return Ok(());
    }
    if let Some(header) = marker.strip_prefix("@@") {
        // Several headers in a row narrow the place down one after the other.
        let hunk = match hunk.filter(|hunk| hunk.lines.is_empty()) {
            Some(hunk) => hunk,
            None => {
                file.hunks.push(Hunk::default());
                match file.hunks.last_mut() {
                    Some(hunk) => hunk,
                    None => return Ok(()),
                }
            }
        };
        let header = header.trim();
        if !header.is_empty() {
            hunk.headers.push(header.to_owned());
        }
        return Ok(());
    }
    let Some(line) = tagged(line) else {
        return Err(malformed(number, "a line of a file starts with a space, `-` or `+`"));
    };
    if file.hunks.is_empty() {
        file.hunks.push(Hunk::default());
    }
    if let Some(hunk) = file.hunks.last_mut() {
        hunk.lines.push(line);
    }
    Ok(())
}
