//~ 8:11
#![allow(unused)]

use tool_core::{tool, toolset};

struct Set;

#[toolset(name = "x")]
impl Set {
    /// Adds.
    #[tool]
    async fn f(&self) {}
}

fn main() {}
