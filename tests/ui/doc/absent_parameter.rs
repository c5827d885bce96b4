//~ 9:1
#![allow(unused)]

use tool_core::tool;

/// Adds.
///
/// # Arguments
/// * `patern` - A glob.
#[tool]
async fn f(pattern: String) {}

fn main() {}
