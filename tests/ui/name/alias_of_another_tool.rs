//~ 10:42

use tool_core::tool;

/// Seeks.
#[tool(access_mode = "readonly")]
async fn seek() {}

/// Finds.
#[tool(access_mode = "readonly", aliases("seek"))]
async fn find() {}

fn main() {}
