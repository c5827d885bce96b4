//~ 8:30
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(pattern = "a")] n: u8) {}

fn main() {}
