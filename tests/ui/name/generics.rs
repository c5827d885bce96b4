//~ 8:11
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f<T: Send>(x: T) {}

fn main() {}
