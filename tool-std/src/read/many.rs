//! Reading several files in one call.

use std::path::PathBuf;

use serde::Serialize;
use tool_core::{Cancel, ToolError};

use super::report::ReadReport;
use super::run::{ReadOptions, read};
use crate::confine::Roots;
use crate::store::Seen;
use crate::text::{joined, shown_name};

/// Most bytes of text that are given of all files together.
const ROOM: usize = 160 * 1024;

/// What is to be read.
#[derive(Debug)]
pub(crate) struct ReadManyOptions {
    pub(crate) paths: Vec<PathBuf>,
    /// Most lines of each.
    pub(crate) limit: u64,
}

/// What was read of several files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ReadManyReport {
    /// One part a path, in the order of the paths.
    pub files: Vec<ReadPart>,
}

/// What was read of one of several files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ReadPart {
    /// The path.
    pub path: String,
    /// What was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<ReadReport>,
    /// Why it was not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Reads the first lines of several files.
pub(crate) fn read_many(
    roots: &Roots,
    seen: &Seen,
    options: &ReadManyOptions,
    cancel: &Cancel,
) -> Result<ReadManyReport, ToolError> {
    let mut left = ROOM;
    let mut files = Vec::new();
    for path in &options.paths {
        if cancel.is_cancelled() {
            return Err(crate::confine::fault::withdrawn());
        }
        let name = joined(roots.shown(path), b"");
        if left == 0 {
            let error = "not read: the files before it fill the answer; read it by itself";
            files.push(ReadPart { path: name, read: None, error: Some(error.to_owned()) });
            continue;
        }
        let one = ReadOptions { path: path.clone(), offset: 1, limit: options.limit };
        let (read, error) = match read(roots, seen, &one, cancel) {
            Ok(report) => {
                left = left.saturating_sub(report.content.len());
                (Some(report), None)
            }
            Err(error) => (None, Some(worded(&error))),
        };
        files.push(ReadPart { path: name, read, error });
    }
    Ok(ReadManyReport { files })
}

fn worded(error: &ToolError) -> String {
    match error.hint_text() {
        Some(hint) => format!("{}. {hint}", error.message()),
        None => error.message().to_owned(),
    }
}

impl ReadManyReport {
    /// The parts as text, each under its path.
    pub fn to_text(&self, numbered: bool) -> String {
        let part = |part: &ReadPart| {
            let text = match (&part.read, &part.error) {
                (Some(read), _) => read.to_text(numbered),
                (None, Some(error)) => format!("[{error}]"),
                (None, None) => String::new(),
            };
            format!("==> {} <==\n{text}\n", shown_name(part.path.as_bytes()))
        };
        let text: Vec<String> = self.files.iter().map(part).collect();
        text.join("\n").trim_end().to_owned()
    }
}
