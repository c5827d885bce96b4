//~ 8:1
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
const fn f() {}

fn main() {}
