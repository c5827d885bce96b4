//~ 7:47
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", loop_limit = 0)]
async fn f() {}

fn main() {}
