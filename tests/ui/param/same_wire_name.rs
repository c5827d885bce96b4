//~ 8:42
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(a: u8, #[param(rename = "a")] b: u8) {}

fn main() {}
