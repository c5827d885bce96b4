//~ 7:21
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(rate_limit = "ten")]
async fn f() {}

fn main() {}
