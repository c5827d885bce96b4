//~ 11:16
#![allow(unused)]

use tool_core::tool;

struct S;

impl S {
    /// Adds.
    #[tool]
    async fn f(&self) {}
}

fn main() {}
