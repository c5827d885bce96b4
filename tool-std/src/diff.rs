//! Comparing two files.

use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tool_core::ToolError;

use crate::codec::Codec;
use crate::confine::Roots;
use crate::difference::Difference;
use crate::text::{counted, joined, quoted, shown_name};

/// Largest file that is compared.
const LARGEST: u64 = 32 << 20;

/// Most bytes of a diff that are shown.
const SHOWN: usize = 56 * 1024;

/// What is compared.
#[derive(Debug)]
pub(crate) struct DiffOptions {
    pub(crate) old: PathBuf,
    pub(crate) new: PathBuf,
    pub(crate) context: usize,
}

/// How two files differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct DiffReport {
    /// Whether they have the same bytes.
    pub equal: bool,
    /// Lines that only the second has.
    pub added: u64,
    /// Lines that only the first has.
    pub removed: u64,
    /// The difference as a unified diff; empty for binary files.
    pub diff: String,
    /// Whether one of them is no text.
    pub binary: bool,
    #[serde(skip)]
    summary: String,
}

/// Compares two files line by line.
pub(crate) fn diff(roots: &Roots, options: &DiffOptions) -> Result<DiffReport, ToolError> {
    let (old, new) = (whole(roots, &options.old)?, whole(roots, &options.new)?);
    let names = [&options.old, &options.new]
        .map(|path| shown_name(joined(roots.shown(path), b"").as_bytes()));
    let [a, b] = &names;
    if old == new {
        let summary = format!("{a} and {b} are equal ({} bytes)", old.len());
        let diff = String::new();
        return Ok(DiffReport { equal: true, added: 0, removed: 0, diff, binary: false, summary });
    }
    let text = |path: &Path, bytes| {
        Codec::decode(&path.to_string_lossy(), bytes).map(|decoded| decoded.text.into_owned())
    };
    let (Ok(old_text), Ok(new_text)) = (text(&options.old, &old), text(&options.new, &new)) else {
        let summary = format!(
            "{a} ({} bytes) and {b} ({} bytes) differ; not both are text",
            old.len(),
            new.len()
        );
        let diff = String::new();
        return Ok(DiffReport { equal: false, added: 0, removed: 0, diff, binary: true, summary });
    };
    let change = Difference::of(&old_text, &new_text, options.context);
    let mut summary = format!(
        "{} added, {} removed",
        counted(change.added, "line", "lines"),
        counted(change.removed, "line", "lines")
    );
    if old_text == new_text {
        summary.push_str("; only the encoding differs");
    }
    let hunks = change.shown_within(SHOWN);
    let diff = match hunks.is_empty() {
        true => String::new(),
        false => format!("--- a/{a}\n+++ b/{b}\n{hunks}"),
    };
    let (added, removed) = (change.added, change.removed);
    Ok(DiffReport { equal: false, added, removed, diff, binary: false, summary })
}

fn whole(roots: &Roots, path: &Path) -> Result<Vec<u8>, ToolError> {
    let opened = roots.file(path)?;
    let shown = path.to_string_lossy();
    let mut bytes = Vec::new();
    opened.file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| {
        ToolError::new(format!("{} cannot be read", quoted(&shown))).operator(error.to_string())
    })?;
    if bytes.len() as u64 > LARGEST {
        return Err(ToolError::new(format!(
            "{} is larger than the {} MiB that are compared",
            quoted(&shown),
            LARGEST >> 20
        )));
    }
    Ok(bytes)
}

impl DiffReport {
    /// The difference as text, with a count at the end.
    pub fn to_text(&self) -> String {
        match self.diff.is_empty() {
            true => self.summary.clone(),
            false => format!("{}[{}]", self.diff, self.summary),
        }
    }
}
