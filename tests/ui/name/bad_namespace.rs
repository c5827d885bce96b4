//~ 7:20
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(namespace = "my tools")]
async fn f() {}

fn main() {}
