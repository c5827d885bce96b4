//~ 9:10
#![allow(unused)]

use tool_core::tool;

/// # Errors
/// Never.
#[tool]
async fn find() {}

fn main() {}
