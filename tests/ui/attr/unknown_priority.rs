//~ 7:19
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(priority = "urgent")]
async fn f() {}

fn main() {}
