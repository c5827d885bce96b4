//~ 8:20
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(#[param(defualt = 5)] n: u8) {}

fn main() {}
