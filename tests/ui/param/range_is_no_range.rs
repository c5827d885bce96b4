//~ 8:28
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(range = 5)] n: u8) {}

fn main() {}
