//~ 7:22
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(call_examples("{a: 1}"))]
async fn f(a: u8) {}

fn main() {}
