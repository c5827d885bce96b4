//~ 8:30
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(default = "abcdef", length = 1..=3)] s: String) {}

fn main() {}
