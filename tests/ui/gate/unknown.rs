//~ 7:15
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(gate = "aprove")]
async fn f() {}

fn main() {}
