//~ 9:1

use tool_core::tool;

/// Lists.
///
/// # Arguments
/// path: Where to look.
/// lmit: Most entries.
#[tool(access_mode = "readonly")]
async fn list(path: String, limit: u32) -> String {
    format!("{path} {limit}")
}

fn main() {}
