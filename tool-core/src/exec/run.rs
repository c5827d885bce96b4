//! Stage 17: the tool itself, in a task of its own, within its time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::{JoinError, JoinHandle};

use super::contain::{self, Contained};
use super::flow::{Ended, Flow};
use super::host::Host;
use super::slots::Hold;
use super::{cache, decode, loop_guard};
use crate::{Retry, Status, Tool, ToolResult};

/// How long a call may run where neither tool nor host says.
pub(super) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// How often an idempotent tool that does not say is tried, the first attempt counted.
const ATTEMPTS: Retry = Retry { attempts: 3 };

/// How long the second attempt waits; each further one twice as long as the one before it.
const PAUSE: Duration = Duration::from_millis(100);

tokio::task_local! {
    /// What the call holds whose task this is.
    static HOLD: Arc<Hold>;
}

pub(super) async fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let tool = flow.tool()?.clone();
    let began = flow.session.engine().audit.is_some().then(Instant::now);
    flow.ran = Some((began, None));
    flow.taken = None;
    let mut result = attempts(flow, &tool).await?;
    flow.ran = Some((began, began.map(|began| began.elapsed())));
    cache::forget(flow);
    loop_guard::remember(flow, &mut result).await;
    // What the call held is free for the next, unless a thread of it still works.
    if let Some(host) = flow.host() {
        host.holds(None);
    }
    flow.hold = None;
    flow.result = Some(result);
    Ok(())
}

async fn attempts(flow: &mut Flow<'_>, tool: &Tool) -> Result<ToolResult, Ended> {
    let limit = tool.metadata().timeout.unwrap_or(flow.session.engine().timeout);
    let most = match tool.metadata() {
        metadata if metadata.idempotent => metadata.retry.unwrap_or(ATTEMPTS).attempts.max(1),
        _ => 1,
    };
    let Some(host) = flow.host().cloned() else {
        return Err(Ended::new(super::pipeline::no_result()));
    };
    host.clock.start();
    // However this ends, the tool hears of it: an async one by being dropped, a sync one by
    // the flag.
    let _told = OverOnDrop(&host);
    let mut attempt = 1;
    loop {
        let Some(running) = flow.take_running() else {
            decode::stage(flow)?;
            continue;
        };
        let contained = Contained::new(running);
        let mut task = Task(match flow.hold.clone() {
            Some(hold) => tokio::spawn(HOLD.scope(hold, contained)),
            None => tokio::spawn(contained),
        });
        let result = tokio::select! {
            biased;
            ended = &mut task.0 => joined(ended),
            () = flow.withdrawn() => return Ok(withdrawn(tool)),
            () = host.clock.reached(limit) => {
                let has_thread = flow.hold.as_ref().is_some_and(|hold| hold.has_thread());
                return Ok(timed_out(tool, limit, has_thread));
            }
        };
        let again = !result.success && result.retryable && result.status == Status::Failed;
        if !again || attempt >= most {
            if attempt > 1 {
                flow.note("attempts", attempt.into());
            }
            return Ok(result);
        }
        let pause = PAUSE.saturating_mul(1 << (attempt - 1).min(8));
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = flow.withdrawn() => return Ok(withdrawn(tool)),
            // No time for another attempt: what the last one said tells more than a timeout.
            () = host.clock.reached(limit) => return Ok(result),
        }
        attempt += 1;
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

/// A thread cannot be stopped: what it still does is unknown, so the call is not one to repeat.
fn timed_out(tool: &Tool, limit: Duration, has_thread: bool) -> ToolResult {
    let mut result = ToolResult::failed(
        Status::Timeout,
        format!("`{}` did not finish within {}", tool.name(), spelt(limit)),
    );
    result.retryable = tool.metadata().idempotent && !has_thread;
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

struct OverOnDrop<'a>(&'a Host);

impl Drop for OverOnDrop<'_> {
    fn drop(&mut self) {
        self.0.over();
    }
}

/// Runs the body of a sync tool on the blocking pool. Its thread keeps what the call holds.
pub(crate) async fn blocking(work: impl FnOnce() -> ToolResult + Send + 'static) -> ToolResult {
    let thread = HOLD.try_with(Hold::thread).ok();
    let working = tokio::task::spawn_blocking(move || {
        let _holds = thread;
        work()
    });
    joined(working.await)
}
