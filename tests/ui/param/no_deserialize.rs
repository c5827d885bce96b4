//~ 13:18
#![allow(unused)]

use tool_core::tool;

#[derive(schemars::JsonSchema)]
struct City {
    _name: String,
}

/// Adds.
#[tool]
async fn f(city: City) {}

fn main() {}
