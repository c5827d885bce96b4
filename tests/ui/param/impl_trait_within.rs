//~ 7:27

use tool_core::tool;

/// Counts.
#[tool(access_mode = "readonly")]
async fn count(words: Vec<impl AsRef<str>>) -> usize {
    words.len()
}

fn main() {}
