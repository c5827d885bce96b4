//~ 7:24
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(category = "a", category = "b")]
async fn f() {}

fn main() {}
