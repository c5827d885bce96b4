//! Reading a window of lines out of a text file.

mod content;
mod lines;
mod report;
mod run;

pub use report::ReadReport;
pub(crate) use run::{ReadOptions, read};
