//~ 8:30
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(default = String::new())] n: u8) {}

fn main() {}
