//! Tools with state: the methods of a type.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;
use tool_core::{
    AccessMode, CostTier, Executor, Registry, RegistryError, Show, Tool, ToolContext, ToolError,
    toolset,
};

struct Counter {
    count: AtomicU32,
    name: String,
}

type Made = Result<u32, ToolError>;

#[toolset(access_mode = "readonly", namespace = "count", tags("state"), cost_tier = "low")]
impl Counter {
    const STEP: u32 = 2;

    fn new(name: &str) -> Self {
        Counter { count: AtomicU32::new(0), name: name.to_owned() }
    }

    /// Counts on.
    #[tool(cost_tier = "high")]
    async fn count_on(
        &self,
        ctx: &ToolContext,
        /// By how much.
        #[param(default = Counter::STEP, range = 1..=9)]
        by: u32,
    ) -> Made {
        if ctx.tool_name() != "count_on" {
            return Err(ToolError::new("another tool"));
        }
        Ok(self.count.fetch_add(by, Ordering::SeqCst) + by)
    }

    /// Says who counts.
    #[tool(name = "counter_name", aliases("who_counts"))]
    fn name(&self, greeting: &str) -> String {
        format!("{greeting} {}", self.name)
    }

    /// Needs no counter.
    #[tool(tags("other"), access_mode = "network")]
    async fn step() -> u32 {
        Self::STEP
    }

    /// Is configured out.
    #[cfg(any())]
    #[tool]
    async fn never(&self, _missing: Missing) {}
}

fn names(registry: &Registry) -> Vec<String> {
    registry.list_tools(Show::All).iter().map(|tool| tool.name().to_owned()).collect()
}

#[tokio::test]
async fn methods_run_on_the_set_that_was_added() {
    let registry = Registry::new();
    let set = Arc::new(Counter::new("Ada"));
    registry.add_shared(Arc::clone(&set)).unwrap();
    assert_eq!(names(&registry), ["count_on", "counter_name", "step"]);
    let executor = Executor::builder(registry).for_programs().build().unwrap();
    assert_eq!(executor.call("count_on", json!({})).await.to_text(), "2");
    assert_eq!(executor.call("count_on", r#"{"by": "3"}"#).await.to_text(), "5");
    assert_eq!(set.count.load(Ordering::SeqCst), 5);
    let named = executor.call("who_counts", json!({"greeting": "I am"})).await;
    assert_eq!(named.to_text(), "I am Ada");
    assert_eq!(executor.call("step", json!({})).await.to_text(), "2");
    let wrong = executor.call("count_on", json!({"by": 10})).await;
    assert!(wrong.to_text().contains("must be at least 1 and at most 9"), "{}", wrong.to_text());
}

#[test]
fn a_set_declares_for_all_and_a_tool_for_itself() {
    let registry = Registry::new();
    registry.add(Counter::new("x")).unwrap();
    let metadata = |name: &str| registry.get(name).unwrap().metadata().clone();
    let counts = metadata("count_on");
    assert_eq!(counts.namespace.as_deref(), Some("count"));
    assert_eq!(counts.declared_access, Some(AccessMode::Readonly));
    assert_eq!((counts.cost_tier, counts.tags), (CostTier::High, vec!["state".into()]));
    let step = metadata("step");
    assert_eq!(step.declared_access, Some(AccessMode::Network));
    assert_eq!((step.cost_tier, step.tags), (CostTier::Low, vec!["other".into()]));
    let schema = registry.get("count_on").unwrap().schema(Default::default()).clone();
    assert_eq!(schema["properties"]["by"]["default"], 2);
    let report = registry.get("counter_name").unwrap().validate(&json!({}));
    assert_eq!(report.errors, ["`greeting` is missing (a string)"]);
    assert!(registry.get("count_on").unwrap().validate(&json!({})).valid);
}

#[test]
fn two_sets_of_one_type_clash_and_nothing_is_added() {
    let registry = Registry::new();
    registry.add(Counter::new("a")).unwrap();
    let before = names(&registry);
    assert!(matches!(registry.add(Counter::new("b")), Err(RegistryError::Clashes(_))));
    assert_eq!(names(&registry), before);
}

#[test]
fn a_crate_declares_for_all_its_tools() {
    fixture_linked::link();
    let registry = Registry::collect_from(["fixture-linked"]).unwrap();
    let tools: Vec<Tool> = registry.list_tools(Show::All);
    for tool in &tools {
        let metadata = tool.metadata();
        assert_eq!(metadata.namespace.as_deref(), Some("linked"), "{}", tool.name());
        assert_eq!(metadata.declared_access, Some(AccessMode::Readonly));
    }
    let category = |name: &str| registry.get(name).unwrap().metadata().category.clone();
    assert_eq!(category("linked_ping").as_deref(), Some("fixture"));
    assert_eq!(category("linked_own").as_deref(), Some("own"));
}
