//~ 7:23
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(availability = check)]
async fn f() {}

fn check() -> u8 {
    1
}

fn main() {}
