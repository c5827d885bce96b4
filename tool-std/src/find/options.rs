//! What is looked for.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::filter::Filter;

/// What sort of entry is looked for.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FindKind {
    /// Everything that is not a directory: files, and links to anything.
    #[default]
    File,
    /// Directories only.
    Directory,
    /// Symbolic links only.
    Symlink,
    /// Everything.
    Any,
}

/// What is looked for, and where.
#[derive(Debug, Clone)]
pub(crate) struct FindOptions {
    pub(crate) pattern: String,
    pub(crate) path: PathBuf,
    pub(crate) kind: FindKind,
    pub(crate) ignore_case: bool,
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    pub(crate) depth: Option<usize>,
    pub(crate) filter: Filter,
    pub(crate) limit: usize,
}

impl Default for FindOptions {
    fn default() -> Self {
        FindOptions {
            pattern: "*".to_owned(),
            path: PathBuf::from("."),
            kind: FindKind::File,
            ignore_case: false,
            hidden: false,
            no_ignore: false,
            depth: None,
            filter: Filter::default(),
            limit: 100,
        }
    }
}
