//! Stage 13: a person's yes, where one is needed.

use std::time::Duration;

use super::approver::{ApprovalRequest, Decision};
use super::contain;
use super::decode;
use super::pipeline::{Ended, Flow};
use super::{resolve, run};
use crate::args::clip;
use crate::{AccessMode, ApprovalLevel, Status, Tool, ToolResult};

/// How long a decision may take.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// The longest reason that the model is shown, in characters.
const REASON: usize = 300;

pub(super) async fn stage(flow: &Flow<'_>, tool: &Tool, access: AccessMode) -> Result<(), Ended> {
    let level = tool.metadata().approval_level(access);
    let grants = flow.executor.grants();
    match level {
        ApprovalLevel::Never => return Ok(()),
        ApprovalLevel::Log => {
            tracing::info!(tool = tool.name(), access = access.as_str(), "ungated call");
            return Ok(());
        }
        ApprovalLevel::FirstUse if grants.has(tool.name(), access) => return Ok(()),
        _ => {}
    }
    let Some(approver) = flow.executor.approver() else { return Err(nobody(tool)) };
    let arguments = decode::canonical(flow, tool)?;
    // One prompt at a time: a person reads one question, and an answer to it may settle the next.
    let _turn = flow.executor.prompt_turn().await;
    if level == ApprovalLevel::FirstUse && grants.has(tool.name(), access) {
        return Ok(());
    }
    resolve::enabled(tool)?;
    let request = ApprovalRequest {
        tool,
        call_id: &flow.id,
        arguments: &arguments,
        access,
        danger: tool.metadata().danger_level,
        level,
    };
    let decision = tokio::select! {
        decision = decide(approver, &request) => decision,
        () = flow.withdrawn() => return Err(Ended::new(run::withdrawn(tool))),
    };
    match decision {
        Ok(Decision::Once) => Ok(()),
        Ok(Decision::Session) => {
            if level == ApprovalLevel::FirstUse {
                grants.add(tool.name(), access);
            }
            Ok(())
        }
        Ok(Decision::Deny(reason)) => Err(denied(reason.as_deref())),
        Err(why) => Err(undecided(tool, why)),
    }
}

async fn decide(
    approver: &dyn super::Approver,
    request: &ApprovalRequest<'_>,
) -> Result<Decision, String> {
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
