//~ 10:17
#![allow(unused)]

use tool_core::tool;

struct Silent;

/// Adds.
#[tool]
async fn f() -> Result<u8, Silent> {
    Ok(1)
}

fn main() {}
