//~ 12:16
#![allow(unused)]

use tool_core::{tool, toolset};

struct Set;

#[toolset]
impl Set {
    /// Adds.
    #[tool]
    async fn f(self) {}
}

fn main() {}
