//~ 9:20

use std::sync::Arc;

use tool_core::tool;

/// Waits.
#[tool(access_mode = "readonly")]
async fn wait(ctx: Arc<tool_core::ToolContext>) {
    let _ = ctx;
}

fn main() {}
