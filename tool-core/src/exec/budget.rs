//! Stage 12: what a turn may spend, and how often a tool may be called.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::flow::{Ended, Flow};
use super::ledger::Spent;
use super::sync::{Mutex, lock};
use crate::{RateLimit, Status, Tool, ToolResult};

/// The latest calls of tools that limit their rate.
#[derive(Debug, Default)]
pub(super) struct Rates(Mutex<FxHashMap<String, VecDeque<Instant>>>);

impl Rates {
    /// Counts a call, or says how long to wait.
    fn take(&self, tool: &str, limit: RateLimit, now: Instant) -> Result<(), Duration> {
        let mut all = lock(&self.0);
        let calls = all.entry(tool.to_owned()).or_default();
        while calls.front().is_some_and(|call| now.saturating_duration_since(*call) >= limit.per) {
            calls.pop_front();
        }
        match calls.front() {
            Some(first) if calls.len() >= limit.calls as usize => {
                Err(limit.per.saturating_sub(now.saturating_duration_since(*first)))
            }
            _ => {
                calls.push_back(now);
                Ok(())
            }
        }
    }
}

/// Before anything else: a model whose calls were all refused is told to stop.
pub(super) fn refusals(flow: &Flow<'_>) -> Result<(), Ended> {
    match flow.session.state().ledger.too_many_refusals() {
        None => Ok(()),
        Some(spent) => Err(Ended::new(refused(spent))),
    }
}

/// Takes the call from the budget of the turn; whatever keeps it from running gives it back.
pub(super) fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    if flow.is_recall() {
        return Ok(());
    }
    let tool = flow.tool()?;
    let metadata = tool.metadata();
    let ledger = &flow.session.state().ledger;
    let taken =
        ledger.take(metadata.cost_tier.points()).map_err(|spent| Ended::new(refused(spent)))?;
    let rated = match metadata.rate_limit {
        Some(limit) => flow
            .session
            .engine()
            .rates
            .take(tool.name(), limit, Instant::now())
            .map_err(|wait| too_often(tool, limit, wait)),
        None => Ok(()),
    };
    flow.taken = Some(taken);
    rated
}

pub(super) fn refused(spent: Spent) -> ToolResult {
    let (text, hint) = match spent {
        Spent::Calls(most) => (
            format!("this turn has used its {most} tool calls; nothing was done"),
            "Answer with what you have; the user can let you go on.",
        ),
        Spent::Cost { left, asked } => (
            format!(
                "the call costs {asked} and {left} is left of this turn's budget; nothing was done"
            ),
            "Use a cheaper tool, or answer with what you have.",
        ),
        Spent::Refusals(most) => (
            format!("{most} calls of this turn were refused; this one was not looked at"),
            "Stop calling tools and tell the user what you need.",
        ),
    };
    ToolResult::failed(Status::OverBudget, text).with_hint(hint).with_operator(
        "`session.begin_turn()` renews the budget; `Executor::builder(..).budget(..)` sets it",
    )
}

fn too_often(tool: &Tool, limit: RateLimit, wait: Duration) -> Ended {
    let seconds = wait.as_secs_f64().ceil().max(1.0);
    let mut result = ToolResult::failed(
        Status::RateLimited,
        format!(
            "`{}` may be called {} times in {} s; nothing was done",
            tool.name(),
            limit.calls,
            limit.per.as_secs_f64()
        ),
    )
    .with_hint(format!("It can be called again in {seconds} s."));
    result.retryable = true;
    Ended::new(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_counted_over_the_span_that_just_passed() {
        let rates = Rates::default();
        let limit = RateLimit { calls: 2, per: Duration::from_secs(10) };
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(rates.take("t", limit, at(0)), Ok(()));
        assert_eq!(rates.take("t", limit, at(5)), Ok(()));
        assert_eq!(rates.take("t", limit, at(6)), Err(Duration::from_secs(4)));
        assert_eq!(rates.take("other", limit, at(6)), Ok(()));
        assert_eq!(rates.take("t", limit, at(10)), Ok(()));
        assert_eq!(rates.take("t", limit, at(14)), Err(Duration::from_secs(1)));
    }
}
