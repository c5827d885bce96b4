//~ 13:18
#![allow(unused)]

mod a {
    /// Adds.
    #[tool_core::tool]
    pub async fn add() {}
}

mod b {
    /// Adds.
    #[tool_core::tool]
    pub async fn add() {}
}

fn main() {}
