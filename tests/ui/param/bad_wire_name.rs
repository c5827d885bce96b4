//~ 8:29
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(rename = "a b")] a: u8) {}

fn main() {}
