//! What was read.

use serde::Serialize;

/// A window of lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ReadReport {
    /// The path.
    pub path: String,
    /// The lines, each ended by a line feed.
    pub content: String,
    /// Number of the first line, if it was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_line: Option<u64>,
    /// How many lines there are here.
    pub lines: u64,
    /// Lines of the whole file, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_lines: Option<u64>,
    /// The offset at which to read on, if the file continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_offset: Option<u64>,
    /// Size of the file in bytes.
    pub size: u64,
    /// Encoding of the file.
    pub encoding: &'static str,
    /// Lines that are shown in part because they are very long.
    #[serde(skip_serializing_if = "is_zero")]
    pub clipped_lines: u64,
    #[serde(skip)]
    pub(crate) notes: Vec<String>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl ReadReport {
    /// The lines as text, numbered or not, with what else there is to say at the end.
    pub fn to_text(&self, numbered: bool) -> String {
        let mut text = String::with_capacity(self.content.len() + 64);
        match self.start_line.filter(|_| numbered) {
            Some(first) => {
                for (number, line) in (first..).zip(self.content.split_inclusive('\n')) {
                    text.push_str(&format!("{number}\t{line}"));
                }
            }
            None => text.push_str(&self.content),
        }
        for note in &self.notes {
            text.push_str(&format!("[{note}]\n"));
        }
        text.truncate(text.trim_end_matches('\n').len());
        text
    }
}
