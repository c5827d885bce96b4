//~ 10:18
#![allow(unused)]

use tool_core::tool;

struct City;

/// Adds.
#[tool]
async fn f(city: City) {}

fn main() {}
