//~ 7:16
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(aliases("f"))]
async fn f() {}

fn main() {}
