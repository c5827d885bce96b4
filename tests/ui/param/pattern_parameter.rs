//~ 8:12
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f((a, b): (u8, u8)) {}

fn main() {}
