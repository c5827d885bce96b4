//~ 6:47

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", loop_limit = "3")]
async fn add(a: i32) -> i32 {
    a
}

fn main() {}
