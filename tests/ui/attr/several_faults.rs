//~ 7:8
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(acess_mode = "readonly", cost_tier = "cheap", timeout = "soon")]
async fn f(&x: &u8, #[param(range = "1")] n: u8) {}

fn main() {}
