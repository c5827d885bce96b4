//! Finding files by name.

mod options;
mod pattern;
mod report;
mod run;

pub use options::FindKind;
pub(crate) use options::FindOptions;
pub(crate) use pattern::MOST_BRACES;
pub use report::{FoundFile, FoundFiles, More};
pub(crate) use run::find_files;
