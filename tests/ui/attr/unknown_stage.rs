//~ 7:26
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(stages("initial", "planing"))]
async fn f() {}

fn main() {}
