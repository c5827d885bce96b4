//~ 8:10
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(a: &tool_core::ToolContext, b: &tool_core::ToolContext) {}

fn main() {}
