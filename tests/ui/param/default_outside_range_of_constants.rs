//~ 9:33

use tool_core::tool;

const MOST: u32 = 50;

/// Lists.
#[tool(access_mode = "readonly")]
async fn list(#[param(default = 60, range = 1..=MOST)] limit: u32) -> u32 {
    limit
}

fn main() {}
