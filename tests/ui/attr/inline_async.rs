//~ 8:1
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(inline)]
async fn f() {}

fn main() {}
