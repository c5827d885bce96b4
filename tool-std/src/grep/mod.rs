//! Searching the content of files, with ripgrep's crates and ripgrep's rules.
//!
//! Files are searched by several threads, and the result is that of one thread: matches are in
//! the order of the walk, and the limit cuts at the same line in every run.

mod file;
mod matcher;
mod options;
mod pool;
mod report;
mod run;
mod sink;

pub(crate) use options::GrepOptions;
pub use options::{Case, GrepMode};
pub use report::{FileMatches, GrepReport, MatchLine};
pub(crate) use run::grep;
