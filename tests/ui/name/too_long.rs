//~ 7:15
#![allow(unused)]

use tool_core::tool;

/// Adds.
#[tool(name = "a_very_long_name_that_goes_on_and_on_and_on_until_no_provider_takes_it")]
async fn f() {}

fn main() {}
