//! Parameters of one's own types: an enum, and a list of structs.
//!
//! `cargo run -p tool-examples --example enum_and_struct`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tool_core::{Executor, Registry, SchemaLevel, ToolError, tool};

/// How a list is put in order.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Order {
    /// Cheapest first.
    ByPrice,
    /// In the order of the alphabet.
    ByName,
}

/// One thing to buy.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Item {
    /// What it is.
    name: String,
    /// What one costs, in cents.
    cents: u32,
    /// How many.
    #[serde(default = "one")]
    count: u32,
}

fn one() -> u32 {
    1
}

#[derive(Serialize, JsonSchema)]
struct Receipt {
    lines: Vec<String>,
    total_cents: u64,
}

/// Writes a receipt.
///
/// # Errors
/// If there is nothing to buy.
#[tool(access_mode = "readonly", inline)]
fn receipt(
    /// What is bought.
    items: Vec<Item>,
    /// How the lines are put in order.
    #[param(default = Order::ByName)]
    order: Order,
) -> Result<Receipt, ToolError> {
    if items.is_empty() {
        return Err(ToolError::new("there is nothing to buy").hint("pass at least one item"));
    }
    let mut items = items;
    match order {
        Order::ByPrice => items.sort_by_key(|item| item.cents),
        Order::ByName => items.sort_by(|a, b| a.name.cmp(&b.name)),
    }
    let total_cents = items.iter().map(|item| u64::from(item.cents) * u64::from(item.count)).sum();
    let lines = items.iter().map(|item| format!("{} x {}", item.count, item.name)).collect();
    Ok(Receipt { lines, total_cents })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::collect()?;
    if let Some(tool) = registry.get("receipt") {
        println!("{:#}", tool.schema(SchemaLevel::Full));
    }
    let executor = Executor::builder(registry).build()?;
    let arguments = json!({
        "items": [{"name": "pear", "cents": 40, "count": 3}, {"name": "apple", "cents": 55}],
        "order": "by_price",
    });
    println!("{}", executor.call("receipt", arguments).await.to_text());
    let wrong = json!({"items": [{"name": "pear", "cents": -1}], "order": "by_prize"});
    println!("{}", executor.call("receipt", wrong).await.to_text());
    Ok(())
}
