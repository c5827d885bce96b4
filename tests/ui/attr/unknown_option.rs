//~ 7:8
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(acess_mode = "readonly")]
async fn f() {}

fn main() {}
