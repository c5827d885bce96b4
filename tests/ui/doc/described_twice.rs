//~ 10:27
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool]
async fn f(
    /// A glob.
    #[param(description = "A glob")]
    pattern: String,
) {
}

fn main() {}
