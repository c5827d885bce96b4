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
        if let Err(ended) = step(stage, flow).await {
            flow.end(ended);
        }
    }
    flow.finish()
}

/// One stage. Those that have nothing to do for most calls say so before their future is made: it
/// is boxed, so that the future of a call stays small.
async fn step(stage: Stage, flow: &mut Flow<'_>) -> Result<(), Ended> {
    match stage {
        Stage::Resolve => {
            budget::refusals(flow)?;
            resolve::stage(flow)
        }
        Stage::Enabled => resolve::enabled(flow.tool()?),
        Stage::Available => available::stage(flow.tool()?).await,
        Stage::Allowed => allowed::stage(flow),
        Stage::Decode => {
            let ceiling = flow.session.context().ceiling();
            match ceiling::refuses_whatever(ceiling, flow.tool()?) {
                Some(refused) => Err(Ended::new(refused)),
                None => decode::stage(flow),
            }
        }
        Stage::ModifyingHooks if flow.session.engine().hooks.is_empty() => Ok(()),
        Stage::ModifyingHooks => Box::pin(hook::modifying(flow)).await,
        Stage::EffectiveAccess => ceiling::effective_access(flow),
        Stage::ModeCeiling => ceiling::stage(flow),
        Stage::Policy if flow.session.engine().policy.is_empty() => Ok(()),
        Stage::Policy => Box::pin(policy::stage(flow)).await,
        Stage::CheckingHooks => {
            if !flow.session.engine().hooks.is_empty() {
                Box::pin(hook::checking(flow)).await?;
            }
            // What the call touches is final now: those behind it in its batch need wait no more.
            if flow.place.is_some() { Box::pin(slots::declare(flow)).await } else { Ok(()) }
        }
        Stage::LoopGuard => loop_guard::stage(flow),
        Stage::Budget => budget::stage(flow),
        Stage::Gate if gate::is_open(flow)? => Ok(()),
        Stage::Gate => Box::pin(gate::stage(flow)).await,
        Stage::Cache if !cache::keeps(flow)? => Ok(()),
        Stage::Cache => Box::pin(cache::stage(flow)).await,
        Stage::Slots if slots::enter(flow)? => Ok(()),
        Stage::Slots => Box::pin(slots::stage(flow)).await,
        Stage::Recheck if flow.approved.is_none() => gate::still_on(flow),
        Stage::Recheck => Box::pin(gate::recheck(flow)).await,
        Stage::Run => run::stage(flow).await,
        Stage::MaskSecrets => {
            mask::stage(flow);
            cache::keep(flow);
            Ok(())
        }
        Stage::AfterHooks if flow.session.engine().hooks.is_empty() => Ok(()),
        Stage::AfterHooks => Box::pin(hook::after(flow)).await,
        Stage::Cap => {
            cap::stage(flow);
            Ok(())
        }
        Stage::Suggestions => {
            suggestions::stage(flow);
            Ok(())
        }
        Stage::Audit => {
            flow.write_notes();
            if let Some(result) = &flow.result {
                audit::ended(flow, result);
            }
            flow.recorded = true;
            Ok(())
        }
    }
}

/// What people are told of a result that no stage made.
pub(super) fn no_result() -> ToolResult {
    ToolResult::failed(Status::Failed, "the call ended without a result")
}
