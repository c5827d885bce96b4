//! The stages of a call, in their order. This file is the one place where the order stands.

use tracing::Instrument;

use super::flow::{Ended, Flow, Start};
use super::session::Session;
use super::{
    ToolCall, allowed, audit, available, budget, cache, cap, ceiling, decode, gate, hook,
    loop_guard, mask, policy, resolve, run, slots, suggestions,
};
use crate::metadata::closed_set;
use crate::{Status, ToolResult};

closed_set! {
    /// A stage of a call; [`STAGES`] has them in their order.
    pub enum Stage ("stage") {
        /// Which tool is meant.
        Resolve = "resolve",
        /// Whether it is switched on.
        Enabled = "enabled",
        /// Whether it can be used now.
        Available = "available",
        /// Whether this caller may use it.
        Allowed = "allowed",
        /// What the arguments are.
        Decode = "decode",
        /// Hooks that change them.
        ModifyingHooks = "modifying hooks",
        /// What this call may do.
        EffectiveAccess = "effective access",
        /// Whether the mode lets it.
        ModeCeiling = "mode ceiling",
        /// What the policy says.
        Policy = "policy",
        /// Hooks that see what will run.
        CheckingHooks = "checking hooks",
        /// Whether it repeats itself.
        LoopGuard = "loop guard",
        /// Whether the turn can afford it.
        Budget = "budget",
        /// Whether a person must say yes.
        Gate = "gate",
        /// Whether the result is there already.
        Cache = "cache and duplicates",
        /// Waiting for its turn.
        Slots = "slots",
        /// Whether all of that still holds.
        Recheck = "re-check",
        /// The tool itself.
        Run = "run",
        /// Secrets out of the result.
        MaskSecrets = "mask secrets",
        /// Hooks that see the result.
        AfterHooks = "after-hooks",
        /// The result in its size.
        Cap = "cap",
        /// Tools that are of use next.
        Suggestions = "suggestions",
        /// The record.
        Audit = "audit",
    }
}

/// The stages that a call passes, in order. A call that one of them ends goes on at
/// [`Stage::MaskSecrets`], without after-hooks and suggestions; so does one whose result was there
/// already, with both.
pub const STAGES: &[Stage] = &[
    Stage::Resolve,
    Stage::Enabled,
    Stage::Available,
    Stage::Allowed,
    Stage::Decode,
    Stage::ModifyingHooks,
    Stage::EffectiveAccess,
    Stage::ModeCeiling,
    Stage::Policy,
    Stage::CheckingHooks,
    Stage::LoopGuard,
    Stage::Budget,
    Stage::Gate,
    Stage::Cache,
    Stage::Slots,
    Stage::Recheck,
    Stage::Run,
    Stage::MaskSecrets,
    Stage::AfterHooks,
    Stage::Cap,
    Stage::Suggestions,
    Stage::Audit,
];

impl Stage {
    /// Whether a call passes the stage that an earlier one ended.
    fn is_for_all(self) -> bool {
        matches!(self, Stage::MaskSecrets | Stage::Cap | Stage::Audit)
    }

    /// Whether a call passes the stage whose result is there already.
    fn is_before_result(self) -> bool {
        matches!(self, Stage::Slots | Stage::Recheck | Stage::Run)
    }
}

/// Takes a call through every stage to its one result.
pub(super) async fn run(session: &Session, call: ToolCall<'_>, start: Start) -> ToolResult {
    let mut flow = Flow::new(session, &call, start);
    let span = tracing::info_span!(
        "execute_tool",
        otel.name = %format_args!("execute_tool {}", call.name),
        otel.kind = "internal",
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = %call.name,
        gen_ai.tool.call.id = %flow.id,
        gen_ai.tool.type = "function",
        error.type = tracing::field::Empty,
    );
    if span.is_disabled() {
        return through(&mut flow).await;
    }
    let result = through(&mut flow).instrument(span.clone()).await;
    if !result.success {
        span.record("error.type", result.status.as_str());
    }
    result
}

async fn through(flow: &mut Flow<'_>) -> ToolResult {
    let order = flow.session.engine().order;
    for &stage in order {
        let passed_over = match flow.result {
            Some(_) if flow.ended => !stage.is_for_all(),
            Some(_) => stage.is_before_result(),
            None => false,
        };
        if passed_over {
            continue;
        }
        let passed = match at_once(stage, flow) {
            Some(passed) => passed,
            None => waiting(stage, flow).await,
        };
        if let Err(ended) = passed {
            flow.end(ended);
        }
    }
    flow.finish()
}

/// A stage that need not wait, as most of most calls; none if it may have to.
fn at_once(stage: Stage, flow: &mut Flow<'_>) -> Option<Result<(), Ended>> {
    match stage {
        Stage::Resolve => Some(budget::refusals(flow).and_then(|()| resolve::stage(flow))),
        Stage::Enabled => Some(flow.tool().and_then(resolve::enabled)),
        Stage::Available => match flow.tool() {
            Ok(tool) if tool.checks_availability() => None,
            found => Some(found.map(drop)),
        },
        Stage::Allowed => Some(allowed::stage(flow)),
        Stage::Decode => {
            let ceiling = flow.session.context().ceiling();
            let legal = flow.tool().and_then(|tool| {
                ceiling::refuses_whatever(ceiling, tool).map_or(Ok(()), |no| Err(Ended::new(no)))
            });
            Some(legal.and_then(|()| decode::stage(flow)))
        }
        Stage::ModifyingHooks => (!flow.session.engine().kinds.modifying).then_some(Ok(())),
        Stage::EffectiveAccess => Some(ceiling::effective_access(flow)),
        Stage::ModeCeiling => Some(ceiling::stage(flow)),
        Stage::Policy => policy::at_once(flow),
        Stage::CheckingHooks if flow.place.is_some() => None,
        Stage::CheckingHooks => (!flow.session.engine().kinds.checking).then_some(Ok(())),
        Stage::LoopGuard => Some(loop_guard::stage(flow)),
        Stage::Budget => Some(budget::stage(flow)),
        Stage::Gate => yes(gate::is_open(flow)),
        Stage::Cache => yes(cache::keeps(flow).map(|keeps| !keeps)),
        Stage::Slots => yes(slots::enter(flow)),
        Stage::Recheck if flow.approved.is_some() => None,
        Stage::Recheck => Some(gate::still_on(flow)),
        Stage::Run => None,
        Stage::MaskSecrets => {
            mask::stage(flow);
            cache::keep(flow);
            Some(Ok(()))
        }
        Stage::AfterHooks => (!flow.session.engine().kinds.after).then_some(Ok(())),
        Stage::Cap => {
            cap::stage(flow);
            Some(Ok(()))
        }
        Stage::Suggestions => {
            suggestions::stage(flow);
            Some(Ok(()))
        }
        Stage::Audit => {
            flow.write_notes();
            if let Some(result) = &flow.result {
                audit::ended(flow, result);
            }
            flow.recorded = true;
            Some(Ok(()))
        }
    }
}

/// A stage that is passed if the answer is yes, and otherwise has to wait for something.
fn yes(answer: Result<bool, Ended>) -> Option<Result<(), Ended>> {
    match answer {
        Ok(true) => Some(Ok(())),
        Ok(false) => None,
        Err(ended) => Some(Err(ended)),
    }
}

/// A stage that may have to wait. The rarer ones are boxed, so that the future of a call stays
/// small.
async fn waiting(stage: Stage, flow: &mut Flow<'_>) -> Result<(), Ended> {
    match stage {
        Stage::Available => available::stage(flow.tool()?).await,
        Stage::ModifyingHooks => Box::pin(hook::modifying(flow)).await,
        Stage::Policy => Box::pin(policy::stage(flow)).await,
        Stage::CheckingHooks => {
            hook::checking(flow).await?;
            // What the call touches is final now: those behind it in its batch need wait no more.
            if flow.place.is_some() { Box::pin(slots::declare(flow)).await } else { Ok(()) }
        }
        Stage::Gate => Box::pin(gate::stage(flow)).await,
        Stage::Cache => Box::pin(cache::stage(flow)).await,
        Stage::Slots => Box::pin(slots::stage(flow)).await,
        Stage::Recheck => Box::pin(gate::recheck(flow)).await,
        Stage::Run => run::stage(flow).await,
        Stage::AfterHooks => hook::after(flow).await,
        // The others never wait.
        _ => Ok(()),
    }
}

/// What people are told of a result that no stage made.
pub(super) fn no_result() -> ToolResult {
    ToolResult::failed(Status::Failed, "the call ended without a result")
}
