//~ 7:54
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", idempotent, retry = 0)]
async fn f() {}

fn main() {}
