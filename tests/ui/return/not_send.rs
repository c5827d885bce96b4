//~ 10:10
#![allow(unused)]

use tool_core::tool;

use std::rc::Rc;

/// Adds.
#[tool]
async fn f() {
    let shared = Rc::new(1);
    other().await;
    drop(shared);
}

async fn other() {}

fn main() {}
