//~ 8:17
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f() -> impl std::fmt::Display {
    1
}

fn main() {}
