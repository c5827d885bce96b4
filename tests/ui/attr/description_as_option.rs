//~ 6:34

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", description = "Adds two numbers")]
async fn add(a: i32) -> i32 {
    a
}

fn main() {}
