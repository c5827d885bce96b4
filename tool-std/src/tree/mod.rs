//! The shape of a directory: its entries, indented by depth.

use std::path::PathBuf;

use serde::Serialize;
use tool_core::{Cancel, ToolError};

use crate::confine::{Kind, Roots, fault};
use crate::text::{counted, joined, shown_name};
use crate::walk::{SkippedReport, Walk, WalkOptions};

/// What is shown.
#[derive(Debug)]
pub(crate) struct TreeOptions {
    pub(crate) path: PathBuf,
    pub(crate) depth: usize,
    pub(crate) directories_only: bool,
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    /// Most entries.
    pub(crate) limit: usize,
    /// Most entries of one directory.
    pub(crate) per_directory: usize,
}

/// The shape of a directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct TreeReport {
    /// The directory.
    pub path: String,
    /// Its entries, each directory before what it holds.
    pub entries: Vec<TreeEntry>,
    /// Whether the limit was reached before the end.
    pub more: bool,
    /// What was not looked at.
    pub skipped: SkippedReport,
    #[serde(skip)]
    notes: String,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct TreeEntry {
    /// Its name.
    pub name: String,
    /// 1 for what lies in the directory itself.
    pub depth: usize,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Entries of this directory that are left out here.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Shows the shape of a directory.
pub(crate) fn tree(
    roots: &Roots,
    options: &TreeOptions,
    cancel: &Cancel,
) -> Result<TreeReport, ToolError> {
    let folder = roots.folder(&options.path)?;
    let walk = WalkOptions {
        hidden: options.hidden,
        ignore: !options.no_ignore,
        depth: options.depth,
        ..WalkOptions::default()
    };
    let system = |error| fault::system(&options.path.to_string_lossy(), error);
    let mut walk = Walk::new(&folder, walk).map_err(system)?;
    let mut entries: Vec<TreeEntry> = Vec::new();
    // For each directory on the way: how many of its entries are shown, and where it stands.
    let mut shown = vec![(0, None)];
    let mut top_left_out = 0;
    let mut more = false;
    while let Some(entry) = walk.next() {
        if cancel.is_cancelled() {
            return Err(fault::withdrawn());
        }
        let is_folder = entry.kind == Kind::Directory;
        if options.directories_only && !is_folder {
            continue;
        }
        shown.truncate(entry.depth);
        let Some((count, place)) = shown.last_mut() else { break };
        *count += 1;
        if *count > options.per_directory {
            match place.and_then(|place: usize| entries.get_mut(place)) {
                Some(parent) => parent.left_out += 1,
                None => top_left_out += 1,
            }
            if is_folder {
                walk.skip_folder();
            }
            continue;
        }
        if entries.len() >= options.limit {
            more = true;
            break;
        }
        let name = joined(std::path::Path::new(""), entry.name);
        let (depth, kind) = (entry.depth, entry.kind);
        if is_folder {
            shown.push((0, Some(entries.len())));
        }
        entries.push(TreeEntry { name, depth, kind, left_out: 0 });
    }
    let mut notes = String::new();
    let mut note = |text: String| notes.push_str(&format!("[{text}]\n"));
    if entries.is_empty() {
        note("nothing in it".to_owned());
    }
    if top_left_out > 0 {
        note(format!("{} more here", counted(top_left_out, "entry", "entries")));
    }
    if more {
        let count = entries.len();
        note(format!("first {count} entries; there is more: lower `depth` or raise `limit`"));
    }
    walk.skipped.sentence().map(note);
    let path = joined(roots.shown(&options.path), b"");
    Ok(TreeReport { path, entries, more, skipped: walk.skipped.report(), notes })
}

impl TreeReport {
    /// The entries as text: one a line, indented by depth; directories end in `/`.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            text.push_str(&"  ".repeat(entry.depth.saturating_sub(1)));
            text.push_str(&shown_name(entry.name.as_bytes()));
            if entry.kind == Kind::Directory {
                text.push('/');
            }
            if entry.left_out > 0 {
                text.push_str(&format!("  [{} more in it]", entry.left_out));
            }
            text.push('\n');
        }
        text.push_str(&self.notes);
        text.truncate(text.trim_end().len());
        text
    }
}
