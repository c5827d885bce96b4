//~ 7:19
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(category = 5)]
async fn f() {}

fn main() {}
