//! A tool that is only offered where it is configured.
//!
//! `cargo run -p tool-examples --example availability`

use serde_json::json;
use tool_core::{Executor, Registry, SchemaLevel, Show, tool};

fn is_configured() -> Result<(), String> {
    match std::env::var("WEATHER_API_KEY") {
        Ok(key) if !key.is_empty() => Ok(()),
        _ => Err("WEATHER_API_KEY is not set".to_owned()),
    }
}

/// Says what the weather will be.
#[tool(access_mode = "network", cost_tier = "medium", availability = is_configured)]
async fn forecast(
    /// Name of a city.
    city: String,
) -> String {
    format!("Fair in {city}.")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::collect()?;
    println!("shown: {}", registry.get_tool_schemas(Show::Enabled, SchemaLevel::Full).len());
    for (tool, reason) in registry.unavailable_tools() {
        println!("not now: {} ({reason})", tool.name());
    }
    let executor = Executor::builder(registry).build()?;
    println!("{}", executor.call("forecast", json!({"city": "Oslo"})).await.to_text());
    Ok(())
}
