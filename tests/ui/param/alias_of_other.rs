//~ 8:35
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(a: u8, #[param(alias = "a")] b: u8) {}

fn main() {}
