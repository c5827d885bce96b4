//! Tools that are made at run time, in the registry of those that are linked.
//!
//! `cargo run -p tool-examples --example run_time_tool`

use serde_json::json;
use tool_core::{
    AccessMode, Executor, FnTool, Registry, Show, Tool, ToolMetadata, ToolOutput, tool,
};

/// Says the time of day in words.
#[tool(access_mode = "readonly", inline)]
fn day_part(
    /// Hour of the day.
    #[param(range = 0..=23)]
    hour: u8,
) -> &'static str {
    match hour {
        5..=11 => "morning",
        12..=17 => "afternoon",
        18..=22 => "evening",
        _ => "night",
    }
}

/// One tool for each greeting, as a host might read them from its configuration.
fn greeting(name: &str, word: &'static str) -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {"whom": {"type": "string", "description": "Who is greeted."}},
        "required": ["whom"],
        "additionalProperties": false,
    });
    FnTool::new(name, format!("Says {word}."), schema, move |arguments, _ctx| async move {
        let whom = arguments.get("whom").and_then(|whom| whom.as_str()).unwrap_or_default();
        Ok(ToolOutput::text(format!("{word}, {whom}!")))
    })
    .metadata(ToolMetadata::new().access_mode(AccessMode::Readonly))
    .into()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::collect()?;
    registry.register(greeting("greet", "Hello"))?;
    registry.register(greeting("part", "Farewell"))?;

    let names: Vec<String> =
        registry.list_tools(Show::Enabled).iter().map(|tool| tool.name().to_owned()).collect();
    println!("{}", names.join(", "));

    let executor = Executor::builder(registry).build()?;
    println!("{}", executor.call("greet", json!({"whom": "Ada"})).await.to_text());
    println!("{}", executor.call("day_part", json!({"hour": "7"})).await.to_text());
    println!("{}", executor.call("part", json!({"who": "Ada"})).await.to_text());
    Ok(())
}
