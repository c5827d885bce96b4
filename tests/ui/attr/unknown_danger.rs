//~ 7:23
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(danger_level = "dangerous")]
async fn f() {}

fn main() {}
