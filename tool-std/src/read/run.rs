//! Reading, from request to result.

use std::io;
use std::path::PathBuf;

use encoding_rs::Encoding;
use tool_core::{Cancel, Status, ToolError};

use super::bookmarks;
use super::content::{Content, SAMPLE, judge};
use super::lines::{Line, Lines, count_before, read_at, start_of_last};
use super::report::ReadReport;
use crate::confine::{OpenFile, Roots, fault};
use crate::store::{Seen, Version};
use crate::text::{joined, prefix_len, quoted};

/// Most characters of a line that are shown.
const LONGEST_LINE: usize = 1_800;

/// Most bytes of text that are given at once.
const ROOM: usize = 56 * 1024;

/// Files up to this size have all their lines counted.
const COUNTED: u64 = 8 << 20;

/// Up to this size the lines before a window at the end are counted.
const COUNTED_BEFORE: u64 = 256 << 20;

/// Files in units of two bytes are decoded as a whole, up to this size.
const DECODED: u64 = 16 << 20;

/// What is to be read.
#[derive(Debug, Clone)]
pub(crate) struct ReadOptions {
    pub(crate) path: PathBuf,
    /// Number of the first line; from the end if negative.
    pub(crate) offset: i64,
    pub(crate) limit: u64,
}

/// Reads a window of lines.
pub(crate) fn read(
    roots: &Roots,
    seen: &Seen,
    options: &ReadOptions,
    cancel: &Cancel,
) -> Result<ReadReport, ToolError> {
    let shown = options.path.to_string_lossy();
    let opened = roots.file(&options.path)?;
    let failed = |error: io::Error| failed(&shown, &error, cancel);
    let mut start = vec![0; SAMPLE];
    let filled = read_at(&opened.file, &mut start, 0).map_err(failed)?;
    start.truncate(filled);
    let window = match judge(&start) {
        Content::Binary(kind) => return Err(binary(&shown, kind, size(&opened))),
        Content::Utf8 { mark } => plain(&opened, mark as u64, options, cancel).map_err(failed)?,
        Content::Utf16(encoding) => decoded(&opened, encoding, options, &shown, cancel)?,
    };
    let path = joined(roots.shown(&options.path), b"");
    let report = window.report(path, size(&opened), options)?;
    if let Some(first) = report.start_line.or((report.size == 0).then_some(1))
        && report.clipped_lines == 0
    {
        let last = first + report.lines - u64::from(report.lines > 0);
        seen.read(&opened.spot, &opened.stat, first, last, report.next_offset.is_none());
    }
    Ok(report)
}

fn size(opened: &OpenFile) -> u64 {
    u64::try_from(opened.stat.st_size).unwrap_or_default()
}

fn failed(path: &str, error: &io::Error, cancel: &Cancel) -> ToolError {
    if cancel.is_cancelled() {
        return fault::withdrawn();
    }
    ToolError::new(format!("{} cannot be read", quoted(path))).operator(error.to_string())
}

fn binary(path: &str, kind: Option<&str>, size: u64) -> ToolError {
    let kind = kind.unwrap_or("binary, of an unknown type");
    ToolError::new(format!("{} is no text: it is {kind} ({size} bytes)", quoted(path)))
        .hint("`read` shows text only and unpacks nothing; use `stat` for its size and date.")
}

/// Lines that were read, before they are put into words.
struct Window {
    lines: Vec<Line>,
    /// Number of the first line, if it is known.
    first: Option<u64>,
    more: bool,
    total: Option<u64>,
    encoding: &'static str,
}

/// Reads lines that end in a byte of their own.
fn plain(
    opened: &OpenFile,
    mark: u64,
    options: &ReadOptions,
    cancel: &Cancel,
) -> io::Result<Window> {
    let (file, size) = (&opened.file, size(opened));
    let version = Version::from(&opened.stat);
    let encoding = if mark > 0 { "UTF-8 with byte-order mark" } else { "UTF-8" };
    let (mut reader, first) = if options.offset < 0 {
        let count = options.offset.unsigned_abs();
        let start = start_of_last(file, size, mark, count, cancel)?;
        let first = match start <= COUNTED_BEFORE {
            true => Some(count_before(file, start, cancel)? + 1),
            false => None,
        };
        (Lines::new(file, start, cancel), first)
    } else {
        let before = options.offset.unsigned_abs().saturating_sub(1);
        let (known, byte) = bookmarks::before(version, before + 1).unwrap_or((1, mark));
        let mut reader = Lines::new(file, byte, cancel);
        let passed = known - 1 + reader.skip(before + 1 - known)?;
        if passed < before {
            let total = Some(passed);
            return Ok(Window { lines: Vec::new(), first: None, more: false, total, encoding });
        }
        (reader, Some(before + 1))
    };
    let start = reader.byte();
    let mut lines = Vec::new();
    let mut bytes = 0;
    while (lines.len() as u64) < options.limit && bytes < ROOM {
        let Some(line) = reader.next()? else { break };
        bytes += line.bytes.len().min(LONGEST_LINE * 2) + 8;
        lines.push(line);
    }
    let more = reader.has_more()?;
    if let Some(first) = first.filter(|_| more && size > COUNTED) {
        bookmarks::remember(version, first, start);
        bookmarks::remember(version, first + lines.len() as u64, reader.byte());
    }
    let last = first.map(|first| first - 1 + lines.len() as u64);
    let total = match (more, size <= COUNTED, last) {
        (false, _, last) => last,
        (true, true, Some(last)) => Some(last + reader.skip(u64::MAX)?),
        _ => None,
    };
    Ok(Window { lines, first, more, total, encoding })
}

/// Reads lines of text in units of two bytes.
fn decoded(
    opened: &OpenFile,
    encoding: &'static Encoding,
    options: &ReadOptions,
    path: &str,
    cancel: &Cancel,
) -> Result<Window, ToolError> {
    let size = size(opened);
    if size > DECODED {
        return Err(ToolError::new(format!(
            "{} is {} text of {size} bytes, too large to be decoded",
            quoted(path),
            encoding.name()
        )));
    }
    // The size was taken when the file was opened; what was added since is not read.
    let mut bytes = vec![0; usize::try_from(size).unwrap_or_default()];
    let filled =
        read_at(&opened.file, &mut bytes, 0).map_err(|error| failed(path, &error, cancel))?;
    let (text, _, _) = encoding.decode(bytes.get(..filled).unwrap_or_default());
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let total = all.len();
    let before = match usize::try_from(options.offset.unsigned_abs()).unwrap_or(usize::MAX) {
        count if options.offset < 0 => total.saturating_sub(count),
        offset => offset.saturating_sub(1),
    };
    let mut lines = Vec::new();
    let mut room = 0;
    for line in all.iter().skip(before) {
        if lines.len() as u64 >= options.limit || room >= ROOM {
            break;
        }
        let line = line.strip_suffix('\n').unwrap_or(line);
        room += line.len().min(LONGEST_LINE * 2) + 8;
        lines.push(Line { bytes: line.as_bytes().to_vec(), len: line.len() as u64 });
    }
    let more = before + lines.len() < total;
    let first = (before < total || total == 0).then_some(before as u64 + 1);
    Ok(Window { lines, first, more, total: Some(total as u64), encoding: encoding.name() })
}

impl Window {
    fn report(
        self,
        path: String,
        size: u64,
        options: &ReadOptions,
    ) -> Result<ReadReport, ToolError> {
        let count = self.lines.len() as u64;
        if count == 0 && options.offset > 1 {
            let total = self.total.unwrap_or_default();
            return Err(ToolError::new(format!(
                "offset {} is behind the end: {} has {total} lines",
                options.offset,
                quoted(&path)
            ))
            .hint("Use an offset up to that number, or a negative one to count from the end.")
            .status(Status::InvalidArguments));
        }
        let mut content = String::new();
        let (mut clipped, mut invalid) = (0, false);
        for line in &self.lines {
            let bytes = line.bytes.strip_suffix(b"\r").unwrap_or(&line.bytes);
            let text = String::from_utf8_lossy(bytes);
            // A character that was cut apart at the end of what is kept is no fault of the file.
            invalid |= matches!(text, std::borrow::Cow::Owned(_)) && line.len == bytes.len() as u64;
            let end = prefix_len(&text, LONGEST_LINE);
            content.push_str(text.get(..end).unwrap_or_default());
            if end < text.len() || (line.bytes.len() as u64) < line.len {
                clipped += 1;
                content.push_str(&format!("… [line of {} bytes, clipped]", line.len));
            }
            content.push('\n');
        }
        let next = match self.first {
            Some(first) if self.more => Some(first + count),
            _ => None,
        };
        let mut notes = Vec::new();
        if count == 0 {
            notes.push("the file is empty".to_owned());
        } else if self.more {
            let of = self.total.map(|total| format!(" of {total}")).unwrap_or_default();
            match (self.first, next) {
                (Some(first), Some(next)) => notes.push(format!(
                    "lines {first}-{}{of}; file continues, next offset {next}",
                    next - 1
                )),
                _ => notes.push(format!("{count} lines; file continues")),
            }
        } else if self.first.is_none() {
            notes.push(format!("last {count} lines; the file is too large to number them"));
        }
        if self.encoding != "UTF-8" {
            notes.push(format!("encoding: {}", self.encoding));
        }
        if invalid {
            notes.push("bytes that are no UTF-8 are shown as \u{fffd}".to_owned());
        }
        Ok(ReadReport {
            path,
            content,
            start_line: self.first,
            lines: count,
            total_lines: self.total,
            next_offset: next,
            size,
            encoding: self.encoding,
            clipped_lines: clipped,
            notes,
        })
    }
}
