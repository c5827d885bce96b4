//! What a search is asked.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// How letters are compared.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// Capitals and small letters differ.
    #[default]
    Sensitive,
    /// They do not differ.
    Insensitive,
    /// They differ only if the pattern has a capital.
    Smart,
}

/// What is reported.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum GrepMode {
    /// Matching lines with their numbers.
    #[default]
    Content,
    /// Only the paths of files with a match.
    Files,
    /// The number of matching lines of each file.
    Count,
}

/// What a search is asked.
#[derive(Debug, Clone)]
pub(crate) struct GrepOptions {
    pub(crate) pattern: String,
    pub(crate) path: PathBuf,
    pub(crate) literal: bool,
    pub(crate) case: Case,
    pub(crate) word: bool,
    pub(crate) invert: bool,
    pub(crate) multiline: bool,
    pub(crate) mode: GrepMode,
    pub(crate) before: usize,
    pub(crate) after: usize,
    pub(crate) globs: Vec<String>,
    pub(crate) types: Vec<String>,
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    /// Most matching lines, or files where only files are reported.
    pub(crate) limit: u64,
    /// Most matching lines of one file.
    pub(crate) per_file: Option<u64>,
}

impl Default for GrepOptions {
    fn default() -> Self {
        GrepOptions {
            pattern: String::new(),
            path: PathBuf::from("."),
            literal: false,
            case: Case::Sensitive,
            word: false,
            invert: false,
            multiline: false,
            mode: GrepMode::Content,
            before: 0,
            after: 0,
            globs: Vec::new(),
            types: Vec::new(),
            hidden: false,
            no_ignore: false,
            limit: 250,
            per_file: None,
        }
    }
}
