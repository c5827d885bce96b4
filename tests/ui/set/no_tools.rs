//~ 9:6
#![allow(unused)]

use tool_core::{tool, toolset};

struct Set;

#[toolset]
impl Set {
    fn f(&self) {}
}

fn main() {}
