//~ 6:19

use tool_core::tool;

/// Adds.
#[tool(access_mode: "readonly")]
async fn add(a: i32) -> i32 {
    a
}

fn main() {}
