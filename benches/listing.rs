//! Start-up, and the first and second listing, of a registry of 1,000 tools.

use std::time::Instant;

use serde_json::json;
use tool_core::{FnTool, Registry, SchemaLevel, Show, Tool, ToolOutput};

fn tools(count: usize) -> Vec<Tool> {
    let schema = json!({"type": "object", "required": ["pattern"], "properties": {
        "pattern": {"type": "string", "description": "Glob pattern."},
        "limit": {"type": "integer", "minimum": 0, "default": 100, "description": "Most results."},
        "deep": {"type": "boolean", "default": true, "description": "Descend into folders."},
    }});
    (0..count)
        .map(|n| {
            FnTool::new(
                format!("tool_{n:04}"),
                "Finds files. All of them.",
                schema.clone(),
                |_, _| async { Ok(ToolOutput::none()) },
            )
            .into()
        })
        .collect()
}

fn main() {
    let tools = tools(1_000);
    let start = Instant::now();
    let registry = Registry::of_tools(tools).expect("the names differ");
    let built = start.elapsed();
    println!("build of 1,000 tools: {} us", built.as_micros());
    for level in [SchemaLevel::Full, SchemaLevel::Compact, SchemaLevel::Stub] {
        let list = || {
            let start = Instant::now();
            let listed = registry.get_tool_schemas(Show::Enabled, level);
            (start.elapsed(), listed)
        };
        let (first, listed) = list();
        let (second, again) = list();
        let shared = listed.iter().zip(&again).all(|(a, b)| std::sync::Arc::ptr_eq(a, b));
        println!(
            "{level}: first listing {} us, second {} us ({:.3} of the first), shared: {shared}",
            first.as_micros(),
            second.as_micros(),
            second.as_secs_f64() / first.as_secs_f64()
        );
    }
}
