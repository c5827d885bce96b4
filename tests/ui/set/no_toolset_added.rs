//~ 9:26
#![allow(unused)]

use tool_core::{tool, toolset};

struct Set;

fn add(registry: &tool_core::Registry) {
    let _ = registry.add(Set);
}

fn main() {}
