//~ 7:10
#![allow(unused)]

use tool_core::tool;

#[tool]
async fn find() {}

fn main() {}
