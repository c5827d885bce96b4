//~ 11:30

use std::cell::Cell;

use tool_core::tool;

struct Counter(Cell<u32>);

/// Counts.
#[tool(access_mode = "readonly", inline)]
fn count(#[inject] counter: &Counter) -> u32 {
    counter.0.get()
}

fn main() {}
