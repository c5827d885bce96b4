//! Changing parts of a file: exact text, found once, replaced; everything else stays.

mod apply;
mod near;
mod needle;
mod report;
mod run;

pub(crate) use near::near_miss;
pub use report::EditReport;
pub use run::Edit;
pub(crate) use run::{EditOptions, edit, read_whole};
