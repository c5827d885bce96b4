//! What an edit did.

use serde::Serialize;

use crate::text::{counted, shown_name};

/// What an edit did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct EditReport {
    /// The path.
    pub path: String,
    /// Places that were replaced.
    pub replacements: u64,
    /// Lines that are new.
    pub added: u64,
    /// Lines that are gone.
    pub removed: u64,
    /// The change as a unified diff, shortened if it is long.
    pub diff: String,
    /// Whether the file has changed at all.
    pub changed: bool,
    /// Its encoding.
    pub encoding: &'static str,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl EditReport {
    /// The report as text: a sentence, then the diff.
    pub fn to_text(&self) -> String {
        let path = shown_name(self.path.as_bytes());
        let mut text = match self.changed {
            true => format!(
                "edited {path}: {}, +{} -{} lines\n{}",
                counted(self.replacements, "replacement", "replacements"),
                self.added,
                self.removed,
                self.diff
            ),
            false => format!("{path}: matched, no change (`old` and `new` are equal)"),
        };
        for note in &self.notes {
            text.push_str(&format!("\n[{note}]"));
        }
        text.truncate(text.trim_end().len());
        text
    }
}
