//~ 7:8
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(colour = "red")]
async fn f() {}

fn main() {}
