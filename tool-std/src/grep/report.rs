//! What a search found.

use serde::Serialize;

use super::options::GrepMode;
use crate::text::shown_name;
use crate::walk::SkippedReport;

/// What a search found.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct GrepReport {
    /// Files with a match, in path order.
    pub files: Vec<FileMatches>,
    /// Matching lines in these files.
    pub matches: u64,
    /// Files that were searched, up to where the limit was reached.
    pub files_searched: u64,
    /// Whether everything was searched and everything found is here.
    pub complete: bool,
    /// Binary files that were not searched, or only in part.
    pub binary_files: u64,
    /// What was not looked at.
    pub skipped: SkippedReport,
    #[serde(skip)]
    pub(crate) notes: String,
    #[serde(skip)]
    pub(crate) mode: GrepMode,
}

/// The matches of one file.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct FileMatches {
    /// The path.
    pub path: String,
    /// Matching lines, as far as they were counted.
    pub count: u64,
    /// The lines, with those around them if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<MatchLine>,
    /// Whether the file has more matching lines than are here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// Whether it is a binary file whose lines are not shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub binary: bool,
}

/// One line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct MatchLine {
    /// Its number, from 1.
    pub line: u64,
    /// Its text, clipped around the match if it is long.
    pub text: String,
    /// Whether it is here only because it stands near a match.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub context: bool,
    /// Characters left out of its text.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl GrepReport {
    /// The result as text, in ripgrep's form, with what was left out at the end.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut first = true;
        for file in &self.files {
            let path = shown_name(file.path.as_bytes());
            if file.binary {
                text.push_str(&format!("{path}: binary file matches\n"));
                continue;
            }
            match self.mode {
                GrepMode::Files => text.push_str(&format!("{path}\n")),
                GrepMode::Count => text.push_str(&format!("{path}:{}\n", file.count)),
                GrepMode::Content => file.write(&mut text, &path, &mut first),
            }
            if file.more {
                text.push_str(&format!(
                    "[{path} has more matches than the {} shown]\n",
                    file.count
                ));
            }
        }
        text.push_str(&self.notes);
        text.truncate(text.trim_end().len());
        text
    }
}

impl FileMatches {
    fn write(&self, text: &mut String, path: &str, first: &mut bool) {
        let with_context = self.lines.iter().any(|line| line.context);
        let mut last = None;
        for line in &self.lines {
            let breaks = last != Some(line.line.wrapping_sub(1));
            if breaks && with_context && !*first {
                text.push_str("--\n");
            }
            *first = false;
            last = Some(line.line);
            let mark = if line.context { '-' } else { ':' };
            text.push_str(&format!("{path}{mark}{}{mark}{}\n", line.line, line.text));
        }
    }
}
