//~ 7:38
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(access_mode = "write", gate = "none")]
async fn f() {}

fn main() {}
