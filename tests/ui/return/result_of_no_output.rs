//~ 10:17
#![allow(unused)]

use tool_core::tool;

struct City;

/// Adds.
#[tool]
async fn f() -> Result<City, String> {
    Ok(City)
}

fn main() {}
