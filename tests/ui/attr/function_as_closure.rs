//~ 6:49

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly", availability = || true)]
async fn add(a: i32) -> i32 {
    a
}

fn main() {}
