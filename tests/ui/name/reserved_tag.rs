//~ 7:13
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(tags("readonly"))]
async fn f() {}

fn main() {}
