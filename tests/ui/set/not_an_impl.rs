//~ 9:1
#![allow(unused)]

use tool_core::{tool, toolset};

struct Set;

#[toolset]
struct Other;

fn main() {}
