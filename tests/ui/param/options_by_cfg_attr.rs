//~ 7:15

use tool_core::tool;

/// Lists.
#[tool(access_mode = "readonly")]
async fn list(#[cfg_attr(unix, param(default = 3))] limit: u32) -> u32 {
    limit
}

fn main() {}
