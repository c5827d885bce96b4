//~ 7:42
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", retry = 3)]
async fn f() {}

fn main() {}
