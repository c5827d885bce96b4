//~ 7:22

use tool_core::tool;

/// Counts.
#[tool(access_mode = "readonly", inline)]
fn count() -> Result<impl serde::Serialize, String> {
    Ok(1)
}

fn main() {}
