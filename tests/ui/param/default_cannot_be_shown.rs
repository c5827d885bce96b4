//~ 13:30
#![allow(unused)]

use tool_core::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
enum Speed {
    Fast,
}

/// Adds.
#[tool]
async fn f(#[param(default = Speed::Fast)] speed: Speed) {}

fn main() {}
