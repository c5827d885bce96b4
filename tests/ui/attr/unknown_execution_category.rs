//~ 7:29
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(execution_category = "readonly")]
async fn f() {}

fn main() {}
