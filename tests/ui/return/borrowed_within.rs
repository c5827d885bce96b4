//~ 9:35

use std::borrow::Cow;

use tool_core::tool;

/// Trims.
#[tool(access_mode = "readonly", inline)]
fn trim(text: &str) -> Result<Cow<'_, str>, String> {
    Ok(text.trim().into())
}

fn main() {}
