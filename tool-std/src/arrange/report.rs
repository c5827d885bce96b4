//! What was done.

use serde::Serialize;

use crate::text::{counted, shown_name};

/// What was done to a file or directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ArrangeReport {
    /// What was done, in one word.
    pub done: &'static str,
    /// The path.
    pub path: String,
    /// Where it went, if it went somewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What it holds, if it was looked through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Counts>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How much a file or directory is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Counts {
    /// Files, links and whatever else is no directory.
    pub files: u64,
    /// Directories, itself among them.
    pub directories: u64,
    /// Bytes of all files together.
    pub bytes: u64,
    /// Whether there is more than was counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

impl Counts {
    /// The counts in words.
    pub(crate) fn words(&self) -> String {
        let most = if self.more { "at least " } else { "" };
        let files = counted(self.files, "file", "files");
        let directories = counted(self.directories, "directory", "directories");
        format!("{most}{files} in {directories}, {} bytes", self.bytes)
    }
}

impl ArrangeReport {
    /// The report as a sentence.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} {}", self.done, shown_name(self.path.as_bytes()));
        if let Some(to) = &self.to {
            text.push_str(&format!(" to {}", shown_name(to.as_bytes())));
        }
        if let Some(counts) = self.counts.as_ref().filter(|counts| counts.directories > 0) {
            text.push_str(&format!(" ({})", counts.words()));
        }
        for note in &self.notes {
            text.push_str(&format!("\n[{note}]"));
        }
        text
    }
}
