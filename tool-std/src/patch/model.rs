//! What a patch says, whichever form it is in.

use std::path::PathBuf;

use tool_core::{Status, ToolError};

/// What a patch does to one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FilePatch {
    /// The file as it is; absent if the patch makes it.
    pub(super) old: Option<PathBuf>,
    /// The file as it will be; absent if the patch deletes it.
    pub(super) new: Option<PathBuf>,
    pub(super) hunks: Vec<Hunk>,
    /// Whether the file will be executable, if the patch says so.
    pub(super) executable: Option<bool>,
}

/// Some lines of a file that change together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Hunk {
    /// Number of its first line in the old file, if the patch says so; 0 for an empty file.
    pub(super) start: Option<usize>,
    /// Lines that stand somewhere before it, in order.
    pub(super) headers: Vec<String>,
    pub(super) lines: Vec<Line>,
    /// Whether it stands at the end of the file.
    pub(super) at_end: bool,
}

/// One line of a hunk.
#[derive(Debug, PartialEq, Eq, Clone)]
pub(super) struct Line {
    pub(super) tag: Tag,
    pub(super) text: String,
    /// Whether the file ends with it, without a line's end.
    pub(super) open: bool,
}

/// What happens to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Keep,
    Remove,
    Add,
}

impl Line {
    pub(super) fn new(tag: Tag, text: &str) -> Self {
        Line { tag, text: text.to_owned(), open: false }
    }
}

impl Hunk {
    /// The lines that must be there.
    pub(super) fn old(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.tag != Tag::Add)
    }
}

/// A patch that cannot be understood.
pub(super) fn malformed(number: usize, why: impl std::fmt::Display) -> ToolError {
    ToolError::new(format!("line {number} of the patch: {why}; nothing was changed"))
        .hint(
            "Send a unified diff (`--- a/file`, `+++ b/file`, `@@ -1,3 +1,3 @@`) or \
             `*** Begin Patch` … `*** End Patch`.",
        )
        .status(Status::InvalidArguments)
}

/// The tag of a line by its first character; a line without any is an empty one that is kept.
pub(super) fn tagged(line: &str) -> Option<Line> {
    if matches!(line, "" | "\r") {
        return Some(Line::new(Tag::Keep, line));
    }
    let (tag, text) = match line.split_at_checked(1)? {
        (" ", text) => (Tag::Keep, text),
        ("-", text) => (Tag::Remove, text),
        ("+", text) => (Tag::Add, text),
        _ => return None,
    };
    Some(Line::new(tag, text))
}
