//~ 10:20
#![allow(unused)]

use tool_core::tool;

struct City;

/// Adds.
#[tool]
async fn f(cities: Vec<City>) {}

fn main() {}
