//~ 7:21
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(capabilities("fly"))]
async fn f() {}

fn main() {}
