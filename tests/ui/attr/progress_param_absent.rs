//~ 7:24
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(progress_params(patern))]
async fn f(pattern: String) {}

fn main() {}
