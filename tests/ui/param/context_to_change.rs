//~ 7:20

use tool_core::tool;

/// Waits.
#[tool(access_mode = "readonly")]
async fn wait(ctx: &mut tool_core::ToolContext) {
    let _ = ctx;
}

fn main() {}
