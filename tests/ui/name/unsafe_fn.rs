//~ 8:1
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
unsafe fn f() {}

fn main() {}
