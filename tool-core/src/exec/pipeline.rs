//! The stages of a call, in their order. This file is the one place where the order stands.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Executor, ToolCall, available, cap, ceiling, decode, gate, resolve, run};
use crate::ToolResult;

/// The stages that a call passes, in order.
pub const STAGES: &[&str] = &[
    "resolve",
    "enabled",
    "available",
    "decode",
    "effective access",
    "mode ceiling",
    "gate",
    "re-check",
    "run",
    "cap",
    "result",
];

/// A call on its way.
pub(super) struct Flow<'a> {
    pub(super) executor: &'a Executor,
    pub(super) call: &'a ToolCall<'a>,
    pub(super) id: Arc<str>,
    /// What the stages noted, for the result's metadata.
    pub(super) notes: Map<String, Value>,
}

impl Flow<'_> {
    /// Returns when the caller withdraws the call.
    pub(super) async fn withdrawn(&self) {
        match &self.call.cancel {
            Some(flag) => flag.cancelled().await,
            None => std::future::pending().await,
        }
    }
}

/// A call that a stage ended before it ran. Boxed, for it is the rare way.
pub(super) struct Ended(Box<ToolResult>);

impl Ended {
    pub(super) fn new(result: ToolResult) -> Self {
        Ended(Box::new(result))
    }
}

/// Takes a call through every stage to its one result.
pub(super) async fn run(executor: &Executor, call: ToolCall<'_>) -> ToolResult {
    let id = call.call_id.clone().unwrap_or_else(|| executor.next_id());
    let mut flow = Flow { executor, call: &call, id, notes: Map::new() };
    let mut result = match stages(&mut flow).await {
        Ok(result) => result,
        Err(Ended(result)) => cap::errors(*result),
    };
    for (key, value) in flow.notes {
        result.metadata.entry(key).or_insert(value);
    }
    result
}

async fn stages(flow: &mut Flow<'_>) -> Result<ToolResult, Ended> {
    let tool = resolve::stage(flow)?;
    resolve::enabled(&tool)?;
    available::stage(&tool).await?;
    let ctx = flow.executor.context().for_call(Arc::clone(&flow.id), tool.name().into());
    let running = decode::stage(flow, &tool, &ctx)?;
    let access = ceiling::effective_access(flow, &tool)?;
    ceiling::stage(ctx.mode(), &tool, access)?;
    gate::stage(flow, &tool, access).await?;
    resolve::enabled(&tool)?;
    let result = run::stage(flow, &tool, &ctx, running).await;
    Ok(cap::stage(&tool, result))
}
