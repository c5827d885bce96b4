use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::exec::callback;
use crate::{Decision, Executor, ExecutorBuilder, Registry};

/// What was asked of a person, in order: the tool and its arguments.
#[derive(Debug, Clone, Default)]
pub struct Prompts(Arc<Mutex<Vec<(String, Value)>>>);

impl Prompts {
    /// Every prompt so far.
    pub fn all(&self) -> Vec<(String, Value)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The tools that asked, in order.
    pub fn tools(&self) -> Vec<String> {
        self.all().into_iter().map(|(tool, _)| tool).collect()
    }
}

/// An executor whose person says yes to everything, and what they were asked. Roots and state can
/// still be given. It has no budget and no loop guard, keeps no results and suggests nothing: see
/// [`ExecutorBuilder::for_programs`].
///
/// ```
/// # use tool_core::{AccessMode, FnTool, Registry, ToolMetadata, ToolOutput, testing};
/// # use serde_json::json;
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// # let registry = Registry::new();
/// # registry.register(FnTool::new("save", "Saves.", json!({"type": "object"}), |_, _| async {
/// #     Ok(ToolOutput::none())
/// # }).metadata(ToolMetadata::new().access_mode(AccessMode::Write)))?;
/// let (builder, prompts) = testing::executor(registry);
/// let executor = builder.build()?;
/// assert!(executor.call("save", json!({})).await.success);
/// assert_eq!(prompts.tools(), ["save"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn executor(registry: Registry) -> (ExecutorBuilder, Prompts) {
    answering(registry, Decision::Once)
}

/// An executor whose person says no to everything, and what they were asked.
pub fn denying(registry: Registry) -> (ExecutorBuilder, Prompts) {
    answering(registry, Decision::Deny(Some("a test says no".to_owned())))
}

fn answering(registry: Registry, decision: Decision) -> (ExecutorBuilder, Prompts) {
    let prompts = Prompts::default();
    let record = prompts.clone();
    let approver = callback(move |request| {
        let asked =
            (request.tool.name().to_owned(), Value::Object(request.arguments.as_map().clone()));
        record.0.lock().unwrap_or_else(PoisonError::into_inner).push(asked);
        decision.clone()
    });
    (Executor::builder(registry).for_programs().approver(approver), prompts)
}
