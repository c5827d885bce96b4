//~ 7:32

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly")]
async fn add(#[param(default = None)] a: Option<i32>) -> Option<i32> {
    a
}

fn main() {}
