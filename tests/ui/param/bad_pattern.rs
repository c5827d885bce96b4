//~ 8:30
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(pattern = "[a-")] s: String) {}

fn main() {}
