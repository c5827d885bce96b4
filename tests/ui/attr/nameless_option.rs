//~ 7:8
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool("readonly")]
async fn f() {}

fn main() {}
