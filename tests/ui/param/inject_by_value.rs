//~ 8:26
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[inject] db: String) {}

fn main() {}
