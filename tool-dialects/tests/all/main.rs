//! Tests of the crate through its public surface.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod canonical;
mod golden;
mod walker;
