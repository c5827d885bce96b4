//~ 7:27

use tool_core::tool;

/// Counts.
#[tool(access_mode = "readonly")]
async fn count(words: Vec<&str>, more: &[&str]) -> usize {
    words.len() + more.len()
}

fn main() {}
