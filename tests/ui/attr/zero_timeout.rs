//~ 7:18
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(timeout = "0s")]
async fn f() {}

fn main() {}
