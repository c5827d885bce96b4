//~ 8:30
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(default = 0, range = 1..=10)] n: u8) {}

fn main() {}
