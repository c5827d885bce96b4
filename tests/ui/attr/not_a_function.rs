//~ 8:1
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
struct F;

fn main() {}
