//~ 7:1

use tool_core::tool;

/// Adds.
#[tool(access_mode = "readonly")]
#[tool(inline)]
fn add(a: i32) -> i32 {
    a
}

fn main() {}
