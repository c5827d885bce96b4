//~ 7:22
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(access_mode = "read_only")]
async fn f() {}

fn main() {}
