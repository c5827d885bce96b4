//~ 11:5
#![allow(unused)]

use tool_core::{tool, toolset};

struct Set;

struct Many<T>(T);

#[toolset]
impl<T> Many<T> {
    /// Adds.
    #[tool]
    async fn f(&self) {}
}

fn main() {}
