//! What every stage says of a call, without running it.

use std::fmt;

use super::flow::{Flow, Start};
use super::gate;
use super::mode::Mode;
use super::pipeline::{STAGES, Stage};
use super::policy::PolicyEffect;
use super::session::Session;
use super::sync::lock;
use super::{ToolCall, allowed, available, budget, ceiling, decode, loop_guard, policy, resolve};
use crate::metadata::closed_set;
use crate::{ApprovalLevel, Gate, ToolResult};

closed_set! {
    /// What a stage says.
    pub enum Verdict ("verdict") {
        /// It has nothing against the call.
        Passes = "passes",
        /// It would ask a person.
        Asks = "asks",
        /// It would end the call.
        Refuses = "refuses",
        /// It cannot tell, for an earlier stage would have ended the call, or only running does.
        Unknown = "unknown",
    }
}

/// What one stage says of a call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct StageVerdict {
    /// The stage.
    pub stage: Stage,
    /// What it says.
    pub verdict: Verdict,
    /// Why, for people.
    pub why: String,
}

/// What every stage says of a call. It shows as a table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// In the order of the stages.
    pub stages: Vec<StageVerdict>,
}

impl Explanation {
    /// The first stage that would end the call.
    pub fn refused_by(&self) -> Option<&StageVerdict> {
        self.stages.iter().find(|stage| stage.verdict == Verdict::Refuses)
    }

    /// Whether a person would be asked.
    pub fn asks(&self) -> bool {
        self.stages.iter().any(|stage| stage.verdict == Verdict::Asks)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for StageVerdict { stage, verdict, why } in &self.stages {
            writeln!(f, "{:<21} {:<8} {why}", stage.as_str(), verdict.as_str())?;
        }
        Ok(())
    }
}

pub(super) async fn explain(session: &Session, call: &ToolCall<'_>) -> Explanation {
    let mut flow = Flow::new(session, call, Start::default());
    // Nothing runs, so there is nothing to record.
    flow.recorded = true;
    let mut stages = Vec::new();
    for &stage in STAGES {
        let (verdict, why) = judge(stage, &mut flow).await;
        stages.push(StageVerdict { stage, verdict, why });
    }
    Explanation { stages }
}

type Said = (Verdict, String);

async fn judge(stage: Stage, flow: &mut Flow<'_>) -> Said {
    if flow.tool.is_none() && stage != Stage::Resolve {
        return unknown("there is no such tool");
    }
    let needs_arguments = matches!(
        stage,
        Stage::EffectiveAccess | Stage::Policy | Stage::LoopGuard | Stage::Gate | Stage::Cache
    );
    if needs_arguments && !flow.is_decoded() {
        return unknown("the arguments do not fit");
    }
    let session = flow.session;
    let engine = session.engine();
    match stage {
        Stage::Resolve => {
            let said = said(resolve::stage(flow));
            let own = flow.tool.as_ref().map(|tool| tool.qualified_name().into_owned());
            said.or_else(|| own.map(|name| (Verdict::Passes, format!("it is `{name}`"))))
                .unwrap_or_else(passes)
        }
        Stage::Enabled => match flow.tool() {
            Ok(tool) => said(resolve::enabled(tool)).unwrap_or_else(passes),
            Err(ended) => refuses(ended.result()),
        },
        Stage::Available => match flow.tool().cloned() {
            Ok(tool) => said(available::stage(&tool).await).unwrap_or_else(passes),
            Err(ended) => refuses(ended.result()),
        },
        Stage::Allowed => said(allowed::stage(flow)).unwrap_or_else(passes),
        Stage::Decode => said(decode::stage(flow)).unwrap_or_else(passes),
        Stage::ModifyingHooks => hooks(engine.hooks.iter().filter(|hook| hook.modifies()).count()),
        Stage::EffectiveAccess => said(ceiling::effective_access(flow))
            .unwrap_or_else(|| (Verdict::Passes, format!("it is {}", flow.access))),
        Stage::ModeCeiling => {
            let refused = flow
                .tool
                .as_ref()
                .and_then(|tool| ceiling::refuses(session.context().ceiling(), tool, flow.access));
            match refused {
                Some(result) => refuses(&result),
                None if session.context().ceiling().has(Mode::Explore)
                    && flow.access.requires_approval() =>
                {
                    (Verdict::Passes, "in a sandbox".to_owned())
                }
                None => passes(),
            }
        }
        Stage::Policy => match policy::stage(flow).await {
            Err(ended) => {
                let operator = ended.result().operator_text().unwrap_or_default();
                (Verdict::Refuses, operator.to_owned())
            }
            Ok(()) => match &flow.verdict {
                Some(verdict) if verdict.effect == PolicyEffect::Ask => {
                    (Verdict::Asks, verdict.rule.to_string())
                }
                Some(verdict) => (Verdict::Passes, verdict.rule.to_string()),
                None => (Verdict::Passes, "no rule matches".to_owned()),
            },
        },
        Stage::CheckingHooks => hooks(engine.hooks.iter().filter(|hook| hook.checks()).count()),
        Stage::LoopGuard => said(loop_guard::stage(flow)).unwrap_or_else(passes),
        Stage::Budget => {
            let weight = flow.tool.as_ref().map_or(0, |tool| tool.metadata().cost_tier.points());
            let ledger = &session.state().ledger;
            let spent = ledger.too_many_refusals().or(ledger.would_refuse(weight));
            spent.map_or_else(passes, |spent| refuses(&budget::refused(spent)))
        }
        Stage::Gate => gate_says(flow),
        Stage::Cache => {
            let waits = !lock(&session.state().running).is_empty();
            let text = if waits { "an equal call may be running" } else { "decided when it runs" };
            unknown(text)
        }
        Stage::Slots | Stage::Recheck | Stage::Run => unknown("decided when it runs"),
        Stage::MaskSecrets | Stage::AfterHooks | Stage::Cap | Stage::Suggestions | Stage::Audit => {
            passes()
        }
    }
}

fn gate_says(flow: &Flow<'_>) -> Said {
    let level = match gate::level(flow) {
        Ok(level) => level,
        Err(ended) => return refuses(ended.result()),
    };
    let Ok(tool) = flow.tool() else { return passes() };
    let granted = || flow.session.state().grants.has(tool, flow.access);
    match level {
        ApprovalLevel::Never | ApprovalLevel::Log
            if tool.metadata().gate == Some(Gate::SelfGated) =>
        {
            (Verdict::Passes, "the tool asks by itself".to_owned())
        }
        ApprovalLevel::Never | ApprovalLevel::Log => passes(),
        ApprovalLevel::FirstUse if granted() => {
            (Verdict::Passes, "allowed for this session".to_owned())
        }
        _ if flow.session.engine().approver.is_none() => {
            (Verdict::Refuses, gate::why_always_denied(tool))
        }
        ApprovalLevel::FirstUse => (Verdict::Asks, "at its first use in a session".to_owned()),
        ApprovalLevel::EveryTime => (Verdict::Asks, "every time".to_owned()),
    }
}

fn hooks(count: usize) -> Said {
    match count {
        0 => passes(),
        1 => unknown("one hook decides when it runs"),
        more => unknown(&format!("{more} hooks decide when it runs")),
    }
}

fn passes() -> Said {
    (Verdict::Passes, String::new())
}

fn unknown(why: &str) -> Said {
    (Verdict::Unknown, why.to_owned())
}

fn refuses(result: &ToolResult) -> Said {
    (Verdict::Refuses, result.error.clone().unwrap_or_default())
}

fn said(stage: Result<(), super::flow::Ended>) -> Option<Said> {
    stage.err().map(|ended| refuses(ended.result()))
}
