//! Stages 13 and 16: a person's yes, where one is needed, and whether it still holds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::approvals::{Approved, Unusable};
use super::approver::{ApprovalRequest, Approver, Decision};
use super::contain;
use super::flow::Decided;
use super::flow::{Ended, Flow};
use super::host::Judged;
use super::policy::PolicyEffect;
use super::session::Session;
use super::{audit, ceiling, decode, hook, loop_guard, policy, resolve, run};
use crate::args::clip;
use crate::{AccessMode, ApprovalLevel, Arguments, DangerLevel, Gate, Status, Tool, ToolResult};

/// How long a decision may take.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// The longest reason that the model is shown, in characters.
const REASON: usize = 300;

/// How often a call asks: mode and danger, raised or lowered by the policy where it may.
pub(super) fn level(flow: &Flow<'_>) -> Result<ApprovalLevel, Ended> {
    let metadata = flow.tool()?.metadata();
    // Nothing lifts this one but a person.
    if metadata.danger_level == DangerLevel::Critical {
        return Ok(ApprovalLevel::EveryTime);
    }
    Ok(match flow.verdict.as_ref().map(|verdict| verdict.effect) {
        Some(PolicyEffect::Ask) => ApprovalLevel::EveryTime,
        Some(PolicyEffect::Allow) => ApprovalLevel::Never,
        _ => metadata.approval_level(flow.access),
    })
}

/// Whether nobody need be asked, as for most calls that only read.
pub(super) fn is_open(flow: &mut Flow<'_>) -> Result<bool, Ended> {
    let tool = flow.tool()?;
    let open = level(flow)? == ApprovalLevel::Never && tool.metadata().gate.is_none();
    if open {
        flow.decided = Some(free(flow, tool));
    }
    Ok(open)
}

pub(super) async fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let mut level = level(flow)?;
    let mut asked_again = false;
    loop {
        match decide(flow, level).await? {
            Answer::Yes => {
                flow.decided.get_or_insert(Decided::Approved);
                break;
            }
            Answer::Granted => {
                flow.decided.get_or_insert(Decided::Granted);
                break;
            }
            Answer::Changed(arguments) => {
                let before = (level, flow.access.approval_level());
                let after = judge_again(flow, arguments).await?;
                if after <= before {
                    flow.decided = Some(Decided::Approved);
                    approve(flow).await?;
                    break;
                }
                if asked_again {
                    return Err(denied(Some("the changed call needs a stricter approval")));
                }
                asked_again = true;
                level = after.0;
            }
        }
    }
    let owes = owes_question(flow)?;
    if let (true, Some(host)) =
        (owes || flow.tool()?.metadata().gate == Some(Gate::SelfGated), flow.host().cloned())
    {
        let rule = match &flow.decided {
            Some(Decided::Rule(rule)) => Some(rule.to_string()),
            // The person has said yes to this very call: the tool need not ask again.
            Some(Decided::Approved) => Some("approved".to_owned()),
            _ => None,
        };
        let arguments = flow.canonical()?.arguments.clone();
        let call_id = Arc::clone(&flow.id);
        let owes = owes && rule.is_none();
        host.judge(Judged { access: flow.access, arguments, call_id, rule }, owes);
    }
    Ok(())
}

/// Whether the tool asks by itself, and mode or danger needs that it does.
fn owes_question(flow: &mut Flow<'_>) -> Result<bool, Ended> {
    let metadata = flow.tool()?.metadata();
    if metadata.gate != Some(Gate::SelfGated) {
        return Ok(false);
    }
    let required = ApprovalLevel::required(flow.access, metadata.danger_level);
    if matches!(flow.decided, Some(Decided::Free)) {
        flow.decided = Some(Decided::BySelf);
    }
    Ok(required > ApprovalLevel::Log)
}

/// Asks, where the level says so.
async fn decide(flow: &mut Flow<'_>, level: ApprovalLevel) -> Result<Answer, Ended> {
    let tool = flow.tool()?.clone();
    match level {
        ApprovalLevel::Never | ApprovalLevel::Log => {
            flow.decided = Some(free(flow, &tool));
            if level == ApprovalLevel::Log {
                tracing::info!(tool = tool.name(), access = flow.access.as_str(), "ungated call");
            }
            return Ok(Answer::Yes);
        }
        ApprovalLevel::FirstUse if flow.session.state().grants.has(&tool, flow.access) => {
            return Ok(Answer::Granted);
        }
        _ => {}
    }
    let canonical = flow.canonical()?;
    // What the arguments stand for is looked at before the person looks at them.
    let approved = binding(flow).await?;
    let question = Question {
        session: flow.session,
        tool: &tool,
        call_id: &flow.id,
        arguments: &canonical.arguments,
        access: flow.access,
        level,
        what: None,
    };
    let answer = tokio::select! {
        answer = question.ask() => answer?,
        () = flow.withdrawn() => return Err(Ended::new(run::withdrawn(&tool))),
    };
    if !matches!(answer, Answer::Changed(_)) {
        give(flow, approved);
    }
    Ok(answer)
}

fn free(flow: &Flow<'_>, tool: &Tool) -> Decided {
    if let Some(verdict) = &flow.verdict
        && verdict.effect == PolicyEffect::Allow
    {
        return Decided::Rule(Arc::clone(&verdict.rule));
    }
    match &tool.metadata().ungated_because {
        Some(why) => Decided::Ungated(why.to_string()),
        None => Decided::Free,
    }
}

/// Everything behind decoding, once more, for the arguments of a person.
async fn judge_again(
    flow: &mut Flow<'_>,
    arguments: Map<String, Value>,
) -> Result<(ApprovalLevel, u8), Ended> {
    flow.change_arguments(Value::Object(arguments));
    flow.note("changed_by", "approver".into());
    decode::stage(flow)?;
    ceiling::effective_access(flow)?;
    ceiling::stage(flow)?;
    policy::stage(flow).await?;
    hook::checking(flow).await?;
    loop_guard::stage(flow)?;
    Ok((level(flow)?, flow.access.approval_level()))
}

/// What an approval of this call is bound to.
async fn binding(flow: &mut Flow<'_>) -> Result<Approved, Ended> {
    let canonical = flow.canonical()?;
    let tool = flow.tool()?.clone();
    let fingerprint = if tool.has_fingerprint() {
        let (asked, arguments) = (tool.clone(), canonical.arguments.clone());
        let asked = tokio::task::spawn_blocking(move || asked.fingerprint(&arguments)).await;
        match asked {
            Ok(fingerprint) => fingerprint,
            Err(_) => return Err(undecided(&tool, "its fingerprint function panicked".to_owned())),
        }
    } else {
        None
    };
    Ok(Approved {
        tool: tool.name().to_owned(),
        digest: canonical.digest().to_owned(),
        call_id: flow.approval_key(),
        fingerprint,
    })
}

async fn approve(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let approved = binding(flow).await?;
    give(flow, approved);
    Ok(())
}

fn give(flow: &mut Flow<'_>, approved: Approved) {
    flow.session.state().approvals.give(approved.clone(), Instant::now());
    flow.approved = Some(approved);
}

/// Just before it runs: the tool is still on.
pub(super) fn still_on(flow: &Flow<'_>) -> Result<(), Ended> {
    resolve::enabled(flow.tool()?)?;
    audit::started(flow)
}

/// The same for a call that was approved: the approval is for this very call.
pub(super) async fn recheck(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let tool = flow.tool()?.clone();
    if flow.approved.take().is_some() {
        let wanted = binding(flow).await?;
        let used = flow.session.state().approvals.take(&wanted, Instant::now());
        used.map_err(|why| stale(&tool, why))?;
    }
    still_on(flow)
}

fn stale(tool: &Tool, why: Unusable) -> Ended {
    let what = match why {
        Unusable::Changed => "what it stands for has changed since it was shown",
        Unusable::Expired => "it was given too long ago",
        Unusable::Absent => "it was used already",
    };
    let text = format!("The approval of `{}` does not hold any more: {what}.", tool.name());
    Ended::new(
        ToolResult::failed(Status::Denied, text)
            .with_hint("Nothing was done. The same call can be asked for again."),
    )
}

/// What a person said.
pub(super) enum Answer {
    Yes,
    Granted,
    Changed(Map<String, Value>),
}

/// A question to the approver of a session.
pub(super) struct Question<'a> {
    pub(super) session: &'a Session,
    pub(super) tool: &'a Tool,
    pub(super) call_id: &'a str,
    pub(super) arguments: &'a Arguments,
    pub(super) access: AccessMode,
    pub(super) level: ApprovalLevel,
    pub(super) what: Option<&'a str>,
}

impl Question<'_> {
    pub(super) async fn ask(&self) -> Result<Answer, Ended> {
        let engine = self.session.engine();
        let grants = &self.session.state().grants;
        let first_use = self.level == ApprovalLevel::FirstUse;
        if first_use && grants.has(self.tool, self.access) {
            return Ok(Answer::Granted);
        }
        let Some(approver) = engine.approver.as_deref() else { return Err(nobody(self.tool)) };
        // One prompt at a time: a person reads one question, and an answer may settle the next.
        let _turn = engine.prompts.lock().await;
        if first_use && grants.has(self.tool, self.access) {
            return Ok(Answer::Granted);
        }
        resolve::enabled(self.tool)?;
        let grant = first_use.then(|| {
            format!(
                "every call of `{}` with access {} in this session, as the tool is defined now",
                self.tool.qualified_name(),
                self.access
            )
        });
        let request = ApprovalRequest {
            tool: self.tool,
            call_id: self.call_id,
            arguments: self.arguments,
            access: self.access,
            danger: self.tool.metadata().danger_level,
            level: self.level,
            what: self.what,
            grant: grant.as_deref(),
            roots: self.session.context().roots(),
        };
        match put(approver, &request).await {
            Ok(Decision::Once) => Ok(Answer::Yes),
            Ok(Decision::Session) => {
                if first_use {
                    grants.add(self.tool, self.access);
                }
                Ok(Answer::Yes)
            }
            Ok(Decision::Change(arguments)) => Ok(Answer::Changed(arguments)),
            Ok(Decision::Deny(reason)) => Err(denied(reason.as_deref())),
            Err(why) => Err(undecided(self.tool, why)),
        }
    }
}

async fn put(approver: &dyn Approver, request: &ApprovalRequest<'_>) -> Result<Decision, String> {
    let asking = match contain::sync(|| approver.decide(request)) {
        Ok(asking) => contain::Guarded::new(asking),
        Err(_) => return Err("the approver panicked".to_owned()),
    };
    match tokio::time::timeout(PATIENCE, asking).await {
        Ok(Some(Ok(decision))) => Ok(decision),
        Ok(Some(Err(error))) => Err(format!("the approver failed: {error}")),
        Ok(None) => Err("the approver panicked".to_owned()),
        Err(_) => Err("no decision within five minutes".to_owned()),
    }
}

/// The fixed sentence, then the person's reason as a quotation.
fn denied(reason: Option<&str>) -> Ended {
    let mut text = "The user did not allow this call; nothing was done.".to_owned();
    if let Some(reason) = reason.map(str::trim).filter(|reason| !reason.is_empty()) {
        text.push_str(&format!(" Reason given: \"{}\"", clip(reason, REASON)));
    }
    Ended::new(ToolResult::failed(Status::Denied, text))
}

fn undecided(tool: &Tool, why: String) -> Ended {
    let text = format!("`{}` needs approval and got no answer; nothing was done.", tool.name());
    Ended::new(ToolResult::failed(Status::Denied, text).with_operator(why))
}

fn nobody(tool: &Tool) -> Ended {
    let text = format!(
        "`{}` needs a person's approval, and there is nobody to ask; nothing was done.",
        tool.name()
    );
    let advice = why_always_denied(tool);
    Ended::new(ToolResult::failed(Status::Denied, text).with_operator(advice))
}

/// For the host's author: why a tool asks, and the two ways out.
pub(super) fn why_always_denied(tool: &Tool) -> String {
    let name = tool.name();
    let metadata = tool.metadata();
    match metadata.declared_access {
        None => format!(
            "`{name}` declares no access_mode, so it asks, and this executor has no approver. If it \
             only reads: `#[tool(access_mode = \"readonly\")]`. Otherwise: \
             `Executor::builder(..).approver(..)`."
        ),
        Some(access) => format!(
            "`{name}` (access mode {access}, danger {}) asks before it runs, and this executor has no \
             approver: `Executor::builder(..).approver(..)`.",
            metadata.danger_level
        ),
    }
}
