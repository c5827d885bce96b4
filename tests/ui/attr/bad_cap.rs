//~ 7:25
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(cap("200 lines", "64 kilo"))]
async fn f() {}

fn main() {}
