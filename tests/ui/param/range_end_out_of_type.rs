//~ 8:32
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(range = 1..=300)] n: u8) {}

fn main() {}
