//~ 8:1
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
extern "C" fn f() {}

fn main() {}
