//~ 7:49
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(access_mode = "write", ungated_because = "scratch")]
async fn f() {}

fn main() {}
