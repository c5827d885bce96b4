//~ 6:22

use tool_core::tool;

/// Adds.
#[tool(access_mode = "raedonly", gate = "none")]
async fn add(a: i32) -> i32 {
    a
}

fn main() {}
