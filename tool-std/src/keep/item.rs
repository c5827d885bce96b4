//! What one kept thing is, and how it is shown.

use serde::Serialize;

use crate::text::counted;

/// Longest text of one item, in bytes.
pub(super) const LONGEST: usize = 64 * 1024;

/// What sort of thing is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shelf {
    /// Notes of one project.
    Notes,
    /// Tasks of one project.
    Tasks,
    /// Facts by their keys, of all projects.
    Facts,
}

impl Shelf {
    /// Its name in the file.
    pub(super) fn name(self) -> &'static str {
        match self {
            Shelf::Notes => "note",
            Shelf::Tasks => "task",
            Shelf::Facts => "fact",
        }
    }

    fn noun(self, number: u64) -> String {
        match self {
            Shelf::Notes => counted(number, "note", "notes"),
            Shelf::Tasks => counted(number, "task", "tasks"),
            Shelf::Facts => counted(number, "fact", "facts"),
        }
    }
}

/// One kept thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct KeptItem {
    /// Its number.
    pub id: i64,
    /// The kind of a note, or the key of a fact.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Its text.
    pub text: String,
    /// Whether a task is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// When it last changed, in UTC.
    pub changed: String,
}

/// Kept things that were asked for, or that a call made or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Kept {
    /// What was done, in one word.
    pub done: &'static str,
    /// The things.
    pub items: Vec<KeptItem>,
    /// How many fit what was asked for, also those that are not here.
    pub total: u64,
}

impl Kept {
    /// The things as text, one after the other.
    pub(crate) fn to_text(&self, shelf: Shelf) -> String {
        let mut text = match self.done {
            "found" => String::new(),
            done => format!("{done}:\n"),
        };
        for item in &self.items {
            let mark = match (shelf, item.done) {
                (Shelf::Tasks, true) => " [x]".to_owned(),
                (Shelf::Tasks, false) => " [ ]".to_owned(),
                (Shelf::Notes | Shelf::Facts, _) => format!(" {}:", item.label),
            };
            text.push_str(&format!("#{}{mark} {}\n", item.id, item.text));
        }
        let shown = self.items.len() as u64;
        if self.total == 0 {
            text.push_str(&format!("[{}]", shelf.noun(0)));
        } else if shown < self.total {
            text.push_str(&format!("[{shown} of {}]", shelf.noun(self.total)));
        }
        text.truncate(text.trim_end().len());
        text
    }
}
