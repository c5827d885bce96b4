//! Runs calls under rules that nobody can forget.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::ToolCall;
use super::approver::Approver;
use super::audit::AuditSink;
use super::batch::Batch;
use super::budget::Rates;
use super::builder::{ExecutorBuilder, SLOTS};
use super::digest::InstallKey;
use super::explain::Explanation;
use super::hook::{Hook, Kinds};
use super::ledger::Budget;
use super::pipeline::{STAGES, Stage};
use super::policy::{Policy, PolicyError};
use super::run::DEFAULT_TIMEOUT;
use super::session::{Session, SessionOptions};
use crate::{ArgumentPolicy, RawArguments, Registry, ToolContext, ToolResult};

/// Runs calls of the tools of a registry. A cheap handle.
///
/// ```
/// use serde_json::json;
/// use tool_core::{AccessMode, Executor, FnTool, Registry, ToolMetadata, ToolOutput};
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let registry = Registry::new();
/// registry.register(
///     FnTool::new("ping", "Answers.", json!({"type": "object"}), |_, _| async {
///         Ok(ToolOutput::text("pong"))
///     })
///     .metadata(ToolMetadata::new().access_mode(AccessMode::Readonly)),
/// )?;
/// let executor = Executor::builder(registry).build()?;
/// let result = executor.call("ping", json!({})).await;
/// assert_eq!(result.to_text(), "pong");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Executor(Session);

/// What all sessions of an executor share.
pub(crate) struct Engine {
    pub(super) registry: Registry,
    context: ToolContext,
    pub(super) approver: Option<Box<dyn Approver>>,
    pub(super) arguments: ArgumentPolicy,
    pub(super) policy: Policy,
    pub(super) hooks: Vec<Hook>,
    pub(super) kinds: Kinds,
    pub(super) audit: Option<Arc<dyn AuditSink>>,
    pub(super) audit_required: bool,
    pub(super) timeout: Duration,
    pub(super) budget: Budget,
    pub(super) rates: Rates,
    pub(super) loop_guard: bool,
    pub(super) cache: bool,
    pub(super) recall: bool,
    pub(super) suggestions: bool,
    pub(super) slots: Arc<Semaphore>,
    pub(super) prompts: tokio::sync::Mutex<()>,
    pub(super) key: InstallKey,
    /// The stages in their order; tests try others.
    pub(super) order: &'static [Stage],
    calls: AtomicU64,
    /// Calls whose id was made here.
    named: AtomicU64,
}

impl Engine {
    pub(super) fn new(builder: ExecutorBuilder, context: ToolContext) -> Self {
        Engine {
            registry: builder.registry,
            context,
            approver: builder.approver,
            arguments: builder.arguments,
            policy: builder.policy,
            kinds: Kinds::of(&builder.hooks),
            hooks: builder.hooks,
            audit: builder.audit,
            audit_required: builder.audit_required,
            timeout: builder.timeout,
            budget: builder.budget,
            rates: Rates::default(),
            loop_guard: builder.loop_guard,
            cache: builder.cache,
            recall: builder.recall,
            suggestions: builder.suggestions,
            slots: Arc::new(Semaphore::new(builder.slots)),
            prompts: tokio::sync::Mutex::new(()),
            key: builder.key.unwrap_or_else(InstallKey::random),
            order: builder.order,
            calls: AtomicU64::new(0),
            named: AtomicU64::new(0),
        }
    }

    /// A number that no call or batch had.
    pub(super) fn next_serial(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }

    /// A number of its own for a call, and its id.
    pub(super) fn next_id(&self, given: Option<&Arc<str>>) -> (u64, Arc<str>) {
        let serial = self.next_serial();
        let id = given.cloned().unwrap_or_else(|| {
            let number = self.named.fetch_add(1, Ordering::Relaxed) + 1;
            let mut text = [0; 25];
            Arc::from(numbered(number, &mut text))
        });
        (serial, id)
    }
}

/// Why an executor cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecutorError {
    /// A tool expects a value that the host did not give.
    #[error(
        "tool `{tool}` expects a value of type `{ty}`, and none was given: \
         `Executor::builder(..).state(..)`"
    )]
    MissingState {
        /// The tool.
        tool: String,
        /// The type, as its author wrote it.
        ty: &'static str,
    },
    /// The current folder cannot be read, and no root was given.
    #[error("the current folder cannot be read ({0}); name one: `Executor::builder(..).root(..)`")]
    NoRoot(String),
    /// The policy has a rule about what there is not: it would quietly do nothing.
    #[error("{0}")]
    Policy(#[from] PolicyError),
    /// The name of a tool that every session has is taken by another.
    #[error("the name `{0}` belongs to the tool that reads cut results; register yours by another")]
    ReservedName(String),
}

/// `call_` and a number, without the machinery of formatting.
fn numbered(mut number: u64, text: &mut [u8; 25]) -> &str {
    let mut start = text.len();
    loop {
        start -= 1;
        if let Some(place) = text.get_mut(start) {
            *place = b'0' + (number % 10) as u8;
        }
        number /= 10;
        if number == 0 {
            break;
        }
    }
    start -= 5;
    if let Some(place) = text.get_mut(start..start + 5) {
        place.copy_from_slice(b"call_");
    }
    let whole = text.get(start..).unwrap_or_default();
    std::str::from_utf8(whole).unwrap_or("call")
}

impl Executor {
    pub(super) fn of(engine: Engine) -> Self {
        let context = engine.context.clone();
        Executor(Session::new(Arc::new(engine), context, SessionOptions::new()))
    }

    /// Starts an executor over a registry.
    pub fn builder(registry: Registry) -> ExecutorBuilder {
        ExecutorBuilder {
            registry,
            context: ToolContext::builder(),
            rooted: false,
            approver: None,
            arguments: ArgumentPolicy::Lenient,
            policy: Policy::new(),
            hooks: Vec::new(),
            audit: None,
            audit_required: false,
            timeout: DEFAULT_TIMEOUT,
            budget: Budget::default(),
            loop_guard: true,
            cache: true,
            recall: true,
            suggestions: true,
            slots: SLOTS,
            key: None,
            order: STAGES,
        }
    }

    /// Whether a panic of a tool ends its call only. In a program that is built with
    /// `panic = "abort"` nothing can contain one: the process ends, and [`ExecutorBuilder::build`]
    /// logs that.
    pub const fn contains_panics() -> bool {
        cfg!(panic = "unwind")
    }

    /// Runs one call, by the name or alias of the tool. Exactly one result, whatever happens.
    ///
    /// Arguments are JSON text or a `Value`; structured output comes in the form that the
    /// arguments had. Dropping the future ends the call.
    ///
    /// All such calls belong to one session: after 25 of them, [`Session::begin_turn`] of
    /// [`own_session`](Executor::own_session) starts the next turn, or
    /// [`ExecutorBuilder::budget`] sets another limit.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub async fn call(&self, name: &str, arguments: impl Into<RawArguments<'_>>) -> ToolResult {
        self.0.call(name, arguments).await
    }

    /// Runs one call with its id, in the executor's own session.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub async fn run(&self, call: ToolCall<'_>) -> ToolResult {
        self.0.run(call).await
    }

    /// Runs the calls of one reply in the executor's own session: see [`Session::batch`].
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn batch<I>(&self, calls: I) -> Batch
    where
        I: IntoIterator<Item = ToolCall<'static>>,
    {
        self.0.batch(calls)
    }

    /// What every stage says of a call, without running anything: see [`Session::explain`].
    pub async fn explain(&self, call: &ToolCall<'_>) -> Explanation {
        self.0.explain(call).await
    }

    /// A session of its own, in a context: what a child of
    /// [`context`](Executor::context) narrows, it has; nothing that the executor's context forbids.
    pub fn session(&self, context: ToolContext) -> Session {
        self.session_with(context, SessionOptions::new())
    }

    /// As [`session`](Executor::session), with a budget or a list of tools of its own.
    pub fn session_with(&self, context: ToolContext, options: SessionOptions) -> Session {
        let engine = Arc::clone(self.0.engine());
        let context = context.below(&engine.context);
        Session::new(engine, context, options)
    }

    /// The session of [`call`](Executor::call).
    pub fn own_session(&self) -> &Session {
        &self.0
    }

    /// The registry.
    pub fn registry(&self) -> &Registry {
        &self.0.engine().registry
    }

    /// The context that calls get theirs from.
    pub fn context(&self) -> &ToolContext {
        &self.0.engine().context
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor")
            .field("registry", self.registry())
            .field("context", self.context())
            .finish_non_exhaustive()
    }
}
