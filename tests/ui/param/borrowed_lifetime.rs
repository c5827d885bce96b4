//~ 9:26

use std::borrow::Cow;

use tool_core::tool;

/// Counts.
#[tool(access_mode = "readonly")]
async fn count(word: Cow<'_, str>) -> usize {
    word.len()
}

fn main() {}
