//~ 7:67
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", gate = "none", ungated_because = "it reads")]
async fn f() {}

fn main() {}
