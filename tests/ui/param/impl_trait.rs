//~ 8:15
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(n: impl AsRef<str>) {}

fn main() {}
