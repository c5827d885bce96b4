//! The executor as a running tool sees it, behind its context.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::clock::Clock;
use super::flow::Start;
use super::gate::{self, Question};
use super::pipeline;
use super::policy::PathRules;
use super::session::Session;
use super::slots::Hold;
use super::sync::{Mutex, lock};
use crate::{
    AccessMode, ApprovalLevel, Arguments, BoxFuture, Cancel, Status, Tool, ToolCall, ToolContext,
    ToolError, ToolResult,
};

/// The deepest call of a tool by a tool.
const DEEPEST: u8 = 8;

/// What one call may ask of the executor that runs it.
pub(crate) struct Host {
    session: Session,
    tool: Tool,
    depth: u8,
    /// What withdraws the call from outside.
    above: Cancel,
    /// The flag of the call itself, made for whoever looks at it.
    own: OnceLock<Cancel>,
    pub(super) clock: Clock,
    /// Whether a tool that asks by itself still has to.
    owes: AtomicBool,
    settled: Mutex<Option<String>>,
    judged: Mutex<Option<Judged>>,
    hold: Mutex<Option<Arc<Hold>>>,
}

/// What the stages before the run found.
#[derive(Clone)]
pub(super) struct Judged {
    pub(super) access: AccessMode,
    pub(super) arguments: Arguments,
    pub(super) call_id: Arc<str>,
    /// The rule that allows the call without asking.
    pub(super) rule: Option<String>,
}

impl Host {
    pub(super) fn new(session: Session, tool: Tool, parent: Option<&Arc<Host>>) -> Self {
        let above = parent.map_or_else(|| session.context().cancel(), |host| host.cancel()).clone();
        Host {
            session,
            tool,
            depth: parent.map_or(0, |parent| parent.depth + 1),
            above,
            own: OnceLock::new(),
            clock: Clock::new(),
            owes: AtomicBool::new(false),
            settled: Mutex::new(None),
            judged: Mutex::new(None),
            hold: Mutex::new(None),
        }
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn cancel(&self) -> &Cancel {
        self.own.get_or_init(|| self.above.child())
    }

    /// What withdraws the call from outside.
    pub(super) fn above(&self) -> &Cancel {
        &self.above
    }

    /// Tells the tool that its call is over, if it ever looked.
    pub(super) fn over(&self) {
        if let Some(own) = self.own.get() {
            own.cancel();
        }
    }

    /// Says what was found, and whether the tool owes a question of its own.
    pub(super) fn judge(&self, judged: Judged, owes: bool) {
        *lock(&self.judged) = Some(judged);
        self.owes.store(owes, Ordering::Release);
    }

    pub(super) fn holds(&self, hold: Option<Arc<Hold>>) {
        *lock(&self.hold) = hold;
    }

    pub(super) fn held(&self) -> Option<Arc<Hold>> {
        lock(&self.hold).clone()
    }

    /// Whether the tool has asked, or need not.
    pub(crate) fn is_settled(&self) -> bool {
        !self.owes.load(Ordering::Acquire)
    }

    /// How the tool settled what it owed.
    pub(super) fn settled_by(&self) -> Option<String> {
        lock(&self.settled).clone()
    }

    /// The tool says that this call needs no approval.
    pub(crate) fn settle(&self, reason: String) {
        lock(&self.settled).get_or_insert(format!("not needed, says the tool: {reason}"));
        self.owes.store(false, Ordering::Release);
    }

    /// The rules that keep every tool from files.
    pub(crate) fn path_rules(&self, roots: &[PathBuf]) -> Option<PathRules> {
        self.session.engine().policy.path_rules(roots)
    }

    /// The tool asks.
    pub(crate) async fn ask(&self, ctx: &ToolContext, what: String) -> Result<(), ToolError> {
        let Some(judged) = lock(&self.judged).clone() else {
            return Err(
                ToolError::new("it is too early to ask for approval").status(Status::Denied)
            );
        };
        if let Some(rule) = judged.rule {
            *lock(&self.settled) = Some(rule);
            self.owes.store(false, Ordering::Release);
            return Ok(());
        }
        let danger = self.tool.metadata().danger_level;
        let level = match ApprovalLevel::required(judged.access, danger) {
            ApprovalLevel::FirstUse => ApprovalLevel::FirstUse,
            _ => ApprovalLevel::EveryTime,
        };
        let _standing = self.clock.stand_still();
        let question = Question {
            session: &self.session,
            tool: &self.tool,
            call_id: &judged.call_id,
            arguments: &judged.arguments,
            access: judged.access,
            level,
            what: Some(&what),
        };
        let answer = tokio::select! {
            answer = question.ask() => answer,
            () = ctx.cancel().cancelled() => {
                return Err(ToolError::new("the call was withdrawn").status(Status::Cancelled));
            }
        };
        match answer {
            Ok(gate::Answer::Yes | gate::Answer::Granted) => {
                *lock(&self.settled) = Some("approved".to_owned());
                self.owes.store(false, Ordering::Release);
                Ok(())
            }
            Ok(gate::Answer::Changed(_)) => Err(ToolError::new(
                "The user asked for other arguments; this tool has begun and cannot take them.",
            )
            .status(Status::Denied)),
            Err(refused) => {
                let refused = refused.into_result();
                let text = refused.error.clone().unwrap_or_default();
                let error = ToolError::new(text).status(refused.status);
                Err(match refused.operator {
                    Some(operator) => error.operator(operator),
                    None => error,
                })
            }
        }
    }

    /// The tool calls another. Boxed: the call of a tool holds the future of its calls.
    pub(crate) fn call<'a>(
        self: &'a Arc<Self>,
        ctx: &'a ToolContext,
        call: ToolCall<'a>,
    ) -> BoxFuture<'a, ToolResult> {
        Box::pin(async move {
            if self.depth >= DEEPEST {
                return ToolResult::failed(
                    Status::Failed,
                    format!("tools call each other more than {DEEPEST} deep"),
                );
            }
            let call = call.cancel_with(ctx.cancel());
            let start = Start { parent: Some(Arc::clone(self)), ..Start::default() };
            pipeline::run(&self.session, call, start).await
        })
    }
}
