//~ 8:11
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f<'a>(x: &'a str) {}

fn main() {}
