//~ 8:30
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(default = "5")] n: u8) {}

fn main() {}
