//~ 6:9
#![allow(unused)]

use tool_core::tool;

#[doc = concat!("Adds", ".")]
#[tool]
async fn f() {}

fn main() {}
