//~ 7:18
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(timeout = "20 seconds")]
async fn f() {}

fn main() {}
