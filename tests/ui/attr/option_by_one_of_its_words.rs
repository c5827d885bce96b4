//~ 6:8

use tool_core::tool;

/// Adds.
#[tool(mode = "readonly", gate = "none")]
async fn add(a: i32) -> i32 {
    a
}

fn main() {}
