//~ 7:19
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(location = "remote")]
async fn f() {}

fn main() {}
