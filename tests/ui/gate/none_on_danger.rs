//~ 7:64
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", danger_level = "high", gate = "none")]
async fn f() {}

fn main() {}
