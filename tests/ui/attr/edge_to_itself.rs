//~ 6:43

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", precedes("add"), follows("no name"))]
async fn add(a: i32) -> i32 {
    a
}

fn main() {}
