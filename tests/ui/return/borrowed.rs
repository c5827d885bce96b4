//~ 7:30

use tool_core::tool;

/// Trims.
#[tool(access_mode = "readonly")]
async fn trim(text: &str) -> &str {
    text.trim()
}

fn main() {}
