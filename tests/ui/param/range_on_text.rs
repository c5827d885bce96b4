//~ 8:28
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(range = 1..=3)] s: String) {}

fn main() {}
