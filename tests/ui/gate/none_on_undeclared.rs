//~ 7:15
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(gate = "none")]
async fn f() {}

fn main() {}
