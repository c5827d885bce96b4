//~ 13:6
#![allow(unused)]

use tool_core::{tool, toolset};

struct Set;

trait Does {
    fn f(&self);
}

#[toolset]
impl Does for Set {
    /// Adds.
    #[tool]
    fn f(&self) {}
}

fn main() {}
