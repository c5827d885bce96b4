//! Patches: unified diffs and the `*** Begin Patch` form, several files in one step.

mod begin;
mod hunk;
mod model;
mod path;
mod plan;
mod report;
mod run;
mod unified;

pub use report::{PatchReport, PatchedFile, PatchedHow};
pub(crate) use run::{PatchOptions, apply_patch};
