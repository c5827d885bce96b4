//~ 7:20
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(cost_tier = "lwo")]
async fn f() {}

fn main() {}
