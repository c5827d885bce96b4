//~ 8:29
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(length = 1..=3)] n: u8) {}

fn main() {}
