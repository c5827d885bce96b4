//~ 7:16
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(aliases("find files"))]
async fn f() {}

fn main() {}
