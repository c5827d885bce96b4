//! Reading windows of lines out of text files, and pictures whole.

mod bookmarks;
mod content;
mod lines;
mod many;
mod media;
mod report;
mod run;

pub(crate) use many::{ReadManyOptions, read_many};
pub use many::{ReadManyReport, ReadPart};
pub(crate) use media::{Media, media};
pub use report::ReadReport;
pub(crate) use run::{ReadOptions, read};
