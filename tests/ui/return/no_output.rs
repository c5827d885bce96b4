//~ 10:17
#![allow(unused)]

use tool_core::tool;

struct City;

/// Adds.
#[tool]
async fn f() -> City {
    City
}

fn main() {}
