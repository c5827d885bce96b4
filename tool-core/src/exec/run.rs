//! Stage 17: the tool itself, in a task of its own, within its time.

use std::time::Duration;

use tokio::task::{JoinError, JoinHandle};

use super::contain::{self, Contained};
use super::pipeline::Flow;
use crate::tool::ToolFuture;
use crate::{Cancel, Status, Tool, ToolContext, ToolResult};

/// How long a call may run where neither tool nor host says.
pub(super) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

pub(super) async fn stage(
    flow: &Flow<'_>,
    tool: &Tool,
    ctx: &ToolContext,
    running: ToolFuture,
) -> ToolResult {
    let limit = tool.metadata().timeout.unwrap_or(flow.executor.timeout());
    // However this ends, the tool hears of it: an async one by being dropped, a sync one by
    // the flag.
    let _told = CancelOnDrop(ctx.cancel());
    let mut task = Task(tokio::spawn(Contained::new(running)));
    tokio::select! {
        biased;
        ended = &mut task.0 => joined(ended),
        () = flow.withdrawn() => withdrawn(tool),
        () = ctx.cancel().cancelled() => withdrawn(tool),
        () = tokio::time::sleep(limit) => timed_out(tool, limit),
    }
}

fn joined(ended: Result<ToolResult, JoinError>) -> ToolResult {
    match ended {
        Ok(result) => result,
        Err(error) if error.is_panic() => contain::panicked(&*error.into_panic()),
        Err(_) => ToolResult::failed(Status::Cancelled, "the call was ended before it was done"),
    }
}

pub(super) fn withdrawn(tool: &Tool) -> ToolResult {
    ToolResult::failed(
        Status::Cancelled,
        format!("the call of `{}` was withdrawn before it was done", tool.name()),
    )
}

fn timed_out(tool: &Tool, limit: Duration) -> ToolResult {
    let mut result = ToolResult::failed(
        Status::Timeout,
        format!("`{}` did not finish within {}", tool.name(), spelt(limit)),
    );
    result.retryable = tool.metadata().idempotent;
    result
}

fn spelt(limit: Duration) -> String {
    if limit.subsec_millis() == 0 {
        format!("{} s", limit.as_secs())
    } else {
        format!("{} ms", limit.as_millis())
    }
}

/// A task that ends when nobody waits for it any more.
struct Task(JoinHandle<ToolResult>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

struct CancelOnDrop<'a>(&'a Cancel);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Runs the body of a sync tool on the blocking pool.
pub(crate) async fn blocking(work: impl FnOnce() -> ToolResult + Send + 'static) -> ToolResult {
    joined(tokio::task::spawn_blocking(work).await)
}
