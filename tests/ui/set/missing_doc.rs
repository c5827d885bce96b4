//~ 11:14
#![allow(unused)]

use tool_core::{tool, toolset};

struct Set;

#[toolset]
impl Set {
    #[tool]
    async fn f(&self) {}
}

fn main() {}
