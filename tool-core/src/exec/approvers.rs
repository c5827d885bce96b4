//! Approvers that are ready to use. The one that asks on a terminal is the `tool` command's.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::approver::{ApprovalRequest, Approver, Decision};
use super::policy::{Policy, PolicyEffect, PolicyRule};
use super::resource::Named;
use crate::{AccessMode, ApprovalLevel, Arguments, BoxFuture, DangerLevel, Tool, ToolError};

type Deciding<'a> = BoxFuture<'a, Result<Decision, ToolError>>;

/// An approver from a function.
///
/// ```
/// use tool_core::exec::{Decision, callback};
/// let only_small = callback(|request| match request.arguments.get("bytes") {
///     Some(bytes) if bytes.as_u64() < Some(1_000) => Decision::Once,
///     _ => Decision::Deny(Some("too much".into())),
/// });
/// # let _ = only_small;
/// ```
pub fn callback<F>(decide: F) -> impl Approver
where
    F: Fn(&ApprovalRequest<'_>) -> Decision + Send + Sync + 'static,
{
    struct Callback<F>(F);

    impl<F> Approver for Callback<F>
    where
        F: Fn(&ApprovalRequest<'_>) -> Decision + Send + Sync + 'static,
    {
        fn decide<'a>(&'a self, request: &'a ApprovalRequest<'a>) -> Deciding<'a> {
            Box::pin(async move { Ok((self.0)(request)) })
        }
    }

    Callback(decide)
}

/// An approver that says yes to every request, once each: for tests, and for `--yes`.
pub fn approve_all() -> impl Approver {
    callback(|_| Decision::Once)
}

/// An approver that says no to every request, with a reason for the model.
pub fn deny_all(reason: impl Into<String>) -> impl Approver {
    let reason = reason.into();
    callback(move |_| Decision::Deny(Some(reason.clone())))
}

/// An approver for work without a person: it says yes to what one of the rules matches, whatever
/// their effect, and no to everything else.
///
/// ```
/// use tool_core::exec::{PolicyEffect, PolicyRule, allow_list};
/// let nightly = allow_list([PolicyRule::parse(PolicyEffect::Allow, "write(path: reports/**)")?]);
/// # let _ = nightly;
/// # Ok::<(), tool_core::exec::PolicyError>(())
/// ```
pub fn allow_list(rules: impl IntoIterator<Item = PolicyRule>) -> impl Approver {
    struct Listed(Policy);

    impl Approver for Listed {
        fn decide<'a>(&'a self, request: &'a ApprovalRequest<'a>) -> Deciding<'a> {
            Box::pin(async move {
                let named = Named::of(request.tool, request.arguments, request.access);
                let base = request.roots.first().cloned();
                let touched = tokio::task::spawn_blocking(move || named.resolve(base.as_deref()));
                let touched = touched.await.ok();
                let verdict =
                    self.0.judge(request.tool, request.arguments, touched.as_ref(), request.roots);
                Ok(match verdict {
                    Some(verdict) if verdict.effect == PolicyEffect::Allow => Decision::Once,
                    _ => Decision::Deny(Some("nobody is here to ask".to_owned())),
                })
            })
        }
    }

    Listed(rules.into_iter().fold(Policy::new(), Policy::rule))
}

/// A request on its way to a person in another task.
#[derive(Debug)]
#[non_exhaustive]
pub struct PendingApproval {
    /// The tool.
    pub tool: Tool,
    /// The call.
    pub call_id: Arc<str>,
    /// The arguments, complete.
    pub arguments: Arguments,
    /// What this call may do.
    pub access: AccessMode,
    /// How much harm a wrong call does.
    pub danger: DangerLevel,
    /// How often this is asked.
    pub level: ApprovalLevel,
    /// What the tool says it is about to do, where it asks by itself.
    pub what: Option<String>,
    /// What [`Decision::Session`] would allow.
    pub grant: Option<String>,
    /// The folders that relative paths are seen from.
    pub roots: Vec<PathBuf>,
    answer: oneshot::Sender<Decision>,
}

impl PendingApproval {
    /// Answers. A request can be answered once; one that is dropped without an answer is denied.
    ///
    /// Nothing happens if the call was withdrawn meanwhile.
    pub fn decide(self, decision: Decision) {
        let _gone = self.answer.send(decision);
    }

    /// Whether the call still waits for the answer.
    pub fn is_open(&self) -> bool {
        !self.answer.is_closed()
    }
}

/// An approver for a user interface in another task, and the requests that it sends there.
///
/// ```
/// use tool_core::exec::{Decision, channel};
/// let (approver, mut requests) = channel();
/// # let _ = approver;
/// # async move {
/// while let Some(request) = requests.recv().await {
///     request.decide(Decision::Deny(None));
/// }
/// # };
/// ```
pub fn channel() -> (impl Approver, mpsc::UnboundedReceiver<PendingApproval>) {
    struct Sent(mpsc::UnboundedSender<PendingApproval>);

    impl Approver for Sent {
        fn decide<'a>(&'a self, request: &'a ApprovalRequest<'a>) -> Deciding<'a> {
            let (answer, answered) = oneshot::channel();
            let pending = PendingApproval {
                tool: request.tool.clone(),
                call_id: Arc::from(request.call_id),
                arguments: request.arguments.clone(),
                access: request.access,
                danger: request.danger,
                level: request.level,
                what: request.what.map(str::to_owned),
                grant: request.grant.map(str::to_owned),
                roots: request.roots.to_vec(),
                answer,
            };
            let sent = self.0.send(pending);
            Box::pin(async move {
                sent.map_err(|_| ToolError::new("nobody receives requests for approval any more"))?;
                answered.await.map_err(|_| ToolError::new("the request was dropped unanswered"))
            })
        }
    }

    // Requests come one at a time, so this queue holds one.
    let (sender, receiver) = mpsc::unbounded_channel();
    (Sent(sender), receiver)
}
