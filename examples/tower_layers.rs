//! An executor behind layers of `tower`: a limit on calls at once, and a deadline outside it.
//!
//! `cargo run -p tool-examples --example tower_layers`

use std::time::Duration;

use serde_json::json;
use tool_core::{Executor, Registry, ToolCall, tool};
use tower::{Service, ServiceBuilder, ServiceExt};

/// Counts slowly.
#[tool(access_mode = "readonly")]
async fn count(
    /// Up to what, a hundredth of a second each.
    to: u32,
) -> String {
    tokio::time::sleep(Duration::from_millis(u64::from(to) * 10)).await;
    format!("counted to {to}")
}

#[tokio::main]
async fn main() -> Result<(), tower::BoxError> {
    let executor = Executor::builder(Registry::collect()?).build()?;
    let mut service = ServiceBuilder::new()
        .timeout(Duration::from_secs(1))
        .concurrency_limit(2)
        .service(executor);

    // Inside the deadline, the executor's own rules hold as ever.
    for arguments in [json!({"to": 3}), json!({"to": "many"}), json!({"to": 1_000})] {
        let call = ToolCall::new("count", arguments);
        match service.ready().await?.call(call).await {
            Ok(result) => println!("{}: {}", result.status, result.to_text()),
            Err(error) => println!("the layer outside says: {error}"),
        }
    }
    Ok(())
}
