//! What was found.

use serde::Serialize;

use crate::confine::Kind;
use crate::text::shown_name;
use crate::walk::SkippedReport;

/// What was found.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct FoundFiles {
    /// The entries, in path order.
    pub files: Vec<FoundFile>,
    /// Whether there are more than these.
    pub more: More,
    /// What was not looked at.
    pub skipped: SkippedReport,
    #[serde(skip)]
    pub(crate) notes: String,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct FoundFile {
    /// Its path.
    pub path: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Its size in bytes, if it is a file and at most 1,000 paths were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
}

/// Whether there is more than what is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum More {
    /// This is all.
    No,
    /// There is more.
    Yes,
    /// The rest was not read.
    Unknown,
}

impl FoundFiles {
    /// The result as text: one path a line, with what was left out at the end.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for file in &self.files {
            text.push_str(&shown_name(file.path.as_bytes()));
            text.push_str(match file.kind {
                Kind::Directory => "/\n",
                _ => "\n",
            });
        }
        text.push_str(&self.notes);
        text.truncate(text.trim_end().len());
        text
    }
}
