//! A tool from one annotated function, collected and called.
//!
//! `cargo run -p tool-examples --example quick_start`

use serde_json::json;
use tool_core::{Executor, Registry, tool};

/// Adds two numbers.
#[tool(access_mode = "readonly", inline)]
fn add(
    /// The first number.
    a: f64,
    /// The second number.
    b: f64,
) -> f64 {
    a + b
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let executor = Executor::builder(Registry::collect()?).build()?;

    // As a model sends it, and as code does.
    println!("{}", executor.call("add", r#"{"a": 2, "b": 3}"#).await.to_text());
    println!("{}", executor.call("add", json!({"a": 0.5, "b": 0.25})).await.to_text());

    // What does not fit comes back in words, every fault at once.
    println!("{}", executor.call("add", json!({"a": "two", "c": 3})).await.to_text());
    Ok(())
}
