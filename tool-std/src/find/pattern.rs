//! What a glob means.
//!
//! A pattern without `/` is compared with names, at any depth: `*.rs` finds every Rust file. A
//! pattern with `/` is compared with the whole path from the folder that is searched: `src/*.rs`
//! finds those directly in `src`, `src/**/*.rs` those anywhere in it. `*` and `?` do not match a
//! slash, `**` matches any number of folders, none included. A slash at the end wants folders.
//! A pattern that itself names something hidden (`.github/*.yml`) finds it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use tool_core::{Status, ToolError};

use crate::text::quoted;

/// Most `{…}` groups of a pattern.
pub(crate) const MOST_BRACES: usize = 10;

/// Longest pattern.
const LONGEST: usize = 1000;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    set: GlobSet,
    by_name: bool,
    /// Names with which every path that can match starts.
    pub(super) lead: Vec<String>,
    pub(super) names_hidden: bool,
    pub(super) wants_folders: bool,
}

impl Pattern {
    pub(super) fn new(text: &str, ignore_case: bool) -> Result<Self, ToolError> {
        let refused = |why: &str| {
            ToolError::new(format!("{} is no valid glob: {why}", quoted(text)))
                .hint("Write a name or path glob, for example `*.rs`, `src/**/*.{ts,tsx}`.")
                .status(Status::InvalidArguments)
        };
        let wants_folders = text.len() > 1 && text.ends_with('/');
        let glob = text.strip_suffix('/').unwrap_or(text);
        let glob = glob.strip_prefix("./").unwrap_or(glob);
        if glob.is_empty() {
            return Err(refused("it is empty; `*` matches every name"));
        }
        if glob.len() > LONGEST || glob.matches('{').count() > MOST_BRACES {
            return Err(refused("it is too complex"));
        }
        if glob.starts_with('/') {
            return Err(refused("it starts with `/`; give the directory in `path`"));
        }
        if glob.split('/').any(|part| part == "..") {
            return Err(refused("it contains `..`; give the directory in `path`"));
        }
        if glob.contains('\0') {
            return Err(refused("it contains a NUL character"));
        }
        let compiled = compile(glob, ignore_case).map_err(|error| refused(&error))?;
        Ok(Pattern {
            set: compiled,
            by_name: !glob.contains('/'),
            lead: if ignore_case { Vec::new() } else { lead(glob) },
            names_hidden: glob.split('/').any(|part| part.starts_with('.') && part != "."),
            wants_folders,
        })
    }

    /// Whether an entry matches, by its name and its path from the folder that is searched.
    pub(super) fn matches(&self, name: &[u8], path: &[u8]) -> bool {
        let text = if self.by_name { name } else { path };
        self.set.is_match(Path::new(OsStr::from_bytes(text)))
    }

    /// Whether something below the folder at `path`, at `depth`, could match.
    pub(super) fn leads_through(&self, name: &[u8], depth: usize) -> bool {
        self.lead.get(depth - 1).is_none_or(|lead| lead.as_bytes() == name)
    }
}

fn compile(glob: &str, ignore_case: bool) -> Result<GlobSet, String> {
    let glob: Glob = GlobBuilder::new(glob)
        .literal_separator(true)
        .case_insensitive(ignore_case)
        .backslash_escape(true)
        .build()
        .map_err(|error| error.kind().to_string())?;
    // A set, though of one: it has fast ways for what a single glob makes a regex of.
    GlobSetBuilder::new().add(glob).build().map_err(|error| error.kind().to_string())
}

/// The folders that a pattern names without any wildcard at its start.
fn lead(glob: &str) -> Vec<String> {
    let parts: Vec<&str> = glob.split('/').collect();
    let folders = parts.split_last().map_or(&[][..], |(_, folders)| folders);
    let plain =
        |part: &&&str| !part.contains(['*', '?', '[', ']', '{', '}', '\\']) && **part != ".";
    folders.iter().take_while(plain).map(|part| (*part).to_owned()).collect()
}
