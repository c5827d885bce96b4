//! Walking a tree in a fixed order, by handles, under the ignore rules that ripgrep and fd use.
//!
//! The order is that of the names' bytes, folder by folder, each folder before what it holds.
//! It is the same in every run, and a caller that stops early has read no more than it needed:
//! a folder is opened only when the walk comes to it.
//!
//! No link is followed. What is left out is counted ([`Skipped`]), so that a search can say
//! that it did not look everywhere.

mod ahead;
mod entries;
mod git;
mod rules;
mod skipped;
mod walker;

pub(crate) use entries::Reader;
pub(crate) use skipped::Skipped;
pub use skipped::SkippedReport;
pub(crate) use walker::{Walk, WalkOptions};
