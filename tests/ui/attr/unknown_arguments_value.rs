//~ 7:28
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(unknown_arguments = "allow")]
async fn f() {}

fn main() {}
