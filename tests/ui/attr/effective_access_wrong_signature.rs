//~ 7:27
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(effective_access = narrow)]
async fn f() {}

fn narrow() -> tool_core::AccessMode {
    tool_core::AccessMode::Readonly
}

fn main() {}
