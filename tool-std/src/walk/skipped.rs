//! What a walk left out.

use serde::Serialize;

use crate::text::{counted, quoted};

/// Most warnings that are kept word for word.
const MOST_WARNINGS: usize = 10;

/// What a walk left out, counted as it goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Skipped {
    pub(crate) ignored_files: u64,
    pub(crate) ignored_directories: u64,
    pub(crate) hidden: u64,
    pub(crate) forbidden: u64,
    pub(crate) unreadable: u64,
    pub(crate) warnings: Vec<String>,
}

impl Skipped {
    /// Notes something that could not be looked at.
    pub(crate) fn warn(&mut self, path: &[u8], why: &str) {
        self.unreadable += 1;
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(format!("{}: {why}", quoted(&String::from_utf8_lossy(path))));
        }
    }

    /// The part of a result that says it.
    pub(crate) fn report(&self) -> SkippedReport {
        SkippedReport {
            ignored_files: self.ignored_files,
            ignored_directories: self.ignored_directories,
            hidden: self.hidden,
            forbidden: self.forbidden,
            unreadable: self.unreadable,
            warnings: self.warnings.clone(),
        }
    }

    /// One sentence about it, or nothing if nothing was left out.
    pub(crate) fn sentence(&self) -> Option<String> {
        let count = |number, one, many| (number > 0).then(|| counted(number, one, many));
        let ignored = [
            count(self.ignored_files, "file", "files"),
            count(self.ignored_directories, "directory", "directories"),
        ];
        let ignored: Vec<String> = ignored.into_iter().flatten().collect();
        let mut parts = Vec::new();
        if !ignored.is_empty() {
            let ignored = ignored.join(" and ");
            parts.push(format!("{ignored} skipped by ignore rules (`no_ignore` includes them)"));
        }
        let hidden = count(self.hidden, "hidden entry", "hidden entries");
        parts.extend(hidden.map(|hidden| format!("{hidden} skipped (`hidden` includes them)")));
        let forbidden = count(self.forbidden, "entry", "entries");
        parts.extend(
            forbidden.map(|forbidden| format!("{forbidden} forbidden by the user's policy")),
        );
        let unreadable = count(self.unreadable, "entry", "entries");
        parts.extend(unreadable.map(|unreadable| {
            let mut text = format!("{unreadable} could not be read");
            for warning in &self.warnings {
                text.push_str("\n  ");
                text.push_str(warning);
            }
            text
        }));
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// What a search did not look at. Absence of a match says nothing about these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct SkippedReport {
    /// Files skipped by ignore rules (`.gitignore`, `.ignore`, …).
    pub ignored_files: u64,
    /// Directories skipped by ignore rules, with all that they hold.
    pub ignored_directories: u64,
    /// Entries skipped because their names start with a dot.
    pub hidden: u64,
    /// Entries that the user's policy forbids to tools.
    #[serde(skip_serializing_if = "is_none")]
    #[schemars(default)]
    pub forbidden: u64,
    /// Entries that could not be read.
    pub unreadable: u64,
    /// The first of these, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}
