//~ 7:28
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(availability = yes, availability_check = yes)]
async fn f() {}

fn yes() -> bool {
    true
}

fn main() {}
