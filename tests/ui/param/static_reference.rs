//~ 7:23

use tool_core::tool;

/// Counts.
#[tool(access_mode = "readonly")]
async fn count(word: &'static str) -> usize {
    word.len()
}

fn main() {}
