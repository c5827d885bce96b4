//! Making, moving, copying and deleting files and folders. Nothing here overwrites anything.

mod copy;
mod count;
mod remove;
mod report;
mod run;

pub use report::{ArrangeReport, Counts};
pub(crate) use run::{Arrange, DeleteOptions};
