//~ 10:1
#![allow(unused)]

use tool_core::tool;

/// Adds.
///
/// # Parameters
/// - a: One.
/// - a: Two.
#[tool]
async fn f(a: u8) {}

fn main() {}
