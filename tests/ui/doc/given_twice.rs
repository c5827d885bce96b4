//~ 9:1
#![allow(unused)]

use tool_core::tool;

/// Adds.
///
/// # Arguments
/// * `pattern` - A glob.
#[tool]
async fn f(
    /// A glob.
    pattern: String,
) {
}

fn main() {}
