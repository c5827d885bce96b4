//! What a patch did.

use serde::Serialize;

use crate::text::shown_name;

/// What a patch did, or would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct PatchReport {
    /// The files, in the order of the patch.
    pub files: Vec<PatchedFile>,
    /// Whether nothing was changed because only a trial was asked for.
    pub dry_run: bool,
}

/// What a patch did to one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct PatchedFile {
    /// The path.
    pub path: String,
    /// What was done.
    pub how: PatchedHow,
    /// The new path of a file that was moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
    /// Lines that are new.
    pub added: u64,
    /// Lines that are gone.
    pub removed: u64,
}

/// What was done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PatchedHow {
    /// It is new.
    Created,
    /// It was changed.
    Changed,
    /// It was deleted.
    Deleted,
    /// It was moved, and changed if the patch says so.
    Moved,
}

impl PatchReport {
    /// One line a file.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for file in &self.files {
            let how = match file.how {
                PatchedHow::Created => "created",
                PatchedHow::Changed => "changed",
                PatchedHow::Deleted => "deleted",
                PatchedHow::Moved => "moved",
            };
            let path = shown_name(file.path.as_bytes());
            text.push_str(&format!("{how} {path}"));
            if let Some(to) = &file.moved_to {
                text.push_str(&format!(" to {}", shown_name(to.as_bytes())));
            }
            text.push_str(&format!(": +{} -{} lines\n", file.added, file.removed));
        }
        if self.dry_run {
            text.push_str("[dry run: it fits, and nothing was changed]");
        }
        text.truncate(text.trim_end().len());
        text
    }
}
