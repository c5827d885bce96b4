//~ 7:15
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(name = "find-files")]
async fn f() {}

fn main() {}
