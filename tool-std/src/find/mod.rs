//! Finding files by name.

mod filter;
mod options;
mod pattern;
mod report;
mod run;

pub(crate) use filter::{Filter, point_in_time};
pub use options::FindKind;
pub(crate) use options::FindOptions;
pub(crate) use pattern::MOST_BRACES;
pub use report::{FoundFile, FoundFiles, More};
pub(crate) use run::find_files;
