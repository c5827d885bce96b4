//! What belongs to one conversation: grants, history, budget, kept results.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::{Notify, watch};

use super::approvals::Approvals;
use super::batch::Batch;
use super::executor::Engine;
use super::explain::{self, Explanation};
use super::flow::Ended;
use super::flow::Start;
use super::grants::Grants;
use super::ledger::{Budget, Ledger};
use super::loop_guard::History;
use super::mask::Masker;
use super::pipeline;
use super::recall::Recall;
use super::resource::{Resource, Touched};
use super::schedule::Schedule;
use super::store::Store;
use super::sync::Mutex;
use super::{ToolCall, allowed, digest, resolve};
use crate::{RawArguments, Registry, Sandbox, Show, Tool, ToolContext, ToolResult, ToolView};

/// One conversation with an agent. A cheap handle.
///
/// It owns what a person allowed, which calls repeat themselves, what the turn has spent, results
/// that can be read on, and suggestions already made. Nothing of it is seen by another session.
///
/// ```
/// use serde_json::json;
/// use tool_core::{AccessMode, Executor, FnTool, Registry, ToolMetadata, ToolOutput};
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// # let registry = Registry::new();
/// # registry.register(FnTool::new("ping", "Answers.", json!({"type": "object"}), |_, _| async {
/// #     Ok(ToolOutput::text("pong"))
/// # }).metadata(ToolMetadata::new().access_mode(AccessMode::Readonly)))?;
/// let executor = Executor::builder(registry).build()?;
/// let session = executor.session(executor.context().child().session("chat-7").build());
/// session.begin_turn();
/// assert_eq!(session.call("ping", json!({})).await.to_text(), "pong");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Session {
    engine: Arc<Engine>,
    state: Arc<State>,
}

/// How a session differs from what its executor says.
///
/// ```
/// use tool_core::exec::{Budget, SessionOptions};
/// let reader = SessionOptions::new().allow(["read", "grep"]).budget(Budget::default().calls(5));
/// # let _ = reader;
/// ```
#[derive(Debug, Clone, Default)]
pub struct SessionOptions {
    allowed: Option<Vec<String>>,
    view: Option<ToolView>,
    budget: Option<Budget>,
}

impl SessionOptions {
    /// All tools, and the executor's budget.
    pub fn new() -> Self {
        SessionOptions::default()
    }

    /// Lets the session use these tools only, by name or alias. An empty list is none.
    #[must_use]
    pub fn allow<I>(mut self, tools: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.allowed.get_or_insert_default().extend(tools.into_iter().map(Into::into));
        self
    }

    /// Lets the session use the tools of a view only, and call none that it shows as a stub.
    /// [`Session::begin_turn`] begins the view's turn as well.
    #[must_use]
    pub fn view(mut self, view: ToolView) -> Self {
        self.view = Some(view);
        self
    }

    /// Sets what a turn may spend.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }
}

/// A call that others wait for, since they ask for the same.
pub(super) struct Leader {
    pub(super) id: Arc<str>,
    pub(super) made: watch::Receiver<Option<ToolResult>>,
    /// What it reads: a change of that ends its lead.
    pub(super) reads: Option<Vec<Resource>>,
}

pub(crate) struct State {
    pub(super) id: Arc<str>,
    context: ToolContext,
    allowed: Option<FxHashSet<String>>,
    pub(super) view: Option<ToolView>,
    pub(super) grants: Grants,
    pub(super) approvals: Approvals,
    pub(super) ledger: Ledger,
    pub(super) loops: Mutex<History>,
    pub(super) cache: Store<Resource, ToolResult>,
    /// Calls that others wait for, by what they ask, and in which batch.
    pub(super) running: Mutex<FxHashMap<String, Leader>>,
    pub(super) schedule: Schedule<Touched>,
    /// Tells that the queue has changed.
    pub(super) moved: Notify,
    pub(super) recall: Recall,
    pub(super) suggested: Mutex<FxHashSet<String>>,
    pub(super) masker: Arc<Option<Masker>>,
    scratch: OnceLock<Result<Scratch, String>>,
}

/// A folder of the session's own, gone with it.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _gone_already = std::fs::remove_dir_all(&self.0);
    }
}

impl Session {
    pub(super) fn new(engine: Arc<Engine>, context: ToolContext, options: SessionOptions) -> Self {
        let allowed = options.allowed.map(|names| {
            let own = |name: &String| engine.registry.get(name).map(|tool| tool.name().to_owned());
            names.iter().filter_map(own).collect()
        });
        let state = State {
            id: Arc::from(context.session_id()),
            allowed,
            view: options.view,
            grants: Grants::default(),
            approvals: Approvals::default(),
            ledger: Ledger::new(options.budget.unwrap_or(engine.budget)),
            loops: Mutex::default(),
            cache: Store::new(),
            running: Mutex::default(),
            schedule: Schedule::new(),
            moved: Notify::new(),
            recall: Recall::default(),
            suggested: Mutex::default(),
            masker: Arc::new(Masker::of(context.secrets())),
            scratch: OnceLock::new(),
            context,
        };
        Session { engine, state: Arc::new(state) }
    }

    /// Runs one call, by the name or alias of the tool: see
    /// [`Executor::call`](crate::Executor::call).
    pub async fn call(&self, name: &str, arguments: impl Into<RawArguments<'_>>) -> ToolResult {
        self.run(ToolCall::new(name, arguments)).await
    }

    /// Runs one call with its id. Exactly one result, whatever happens.
    pub async fn run(&self, call: ToolCall<'_>) -> ToolResult {
        pipeline::run(self, call, Start::default()).await
    }

    /// Runs the calls of one reply of a model: side by side where nothing forbids it, in their
    /// order where they touch one resource. Results come in the order of the calls, or one by one
    /// as they are ready: see [`Batch`].
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn batch<I>(&self, calls: I) -> Batch
    where
        I: IntoIterator<Item = ToolCall<'static>>,
    {
        Batch::start(self, calls.into_iter().collect())
    }

    /// What every stage says of a call, without running anything.
    pub async fn explain(&self, call: &ToolCall<'_>) -> Explanation {
        explain::explain(self, call).await
    }

    /// Starts the next turn: what calls may spend is whole again.
    pub fn begin_turn(&self) {
        self.state.ledger.renew();
        if let Some(view) = &self.state.view {
            view.begin_turn();
        }
    }

    /// The id.
    pub fn id(&self) -> &Arc<str> {
        &self.state.id
    }

    /// The context that calls get theirs from.
    pub fn context(&self) -> &ToolContext {
        &self.state.context
    }

    /// The tools that this session may use, in order of name.
    pub fn tools(&self) -> Vec<Tool> {
        let tools = self.engine.registry.list_tools(Show::Enabled);
        tools.into_iter().filter(|tool| self.allows(tool.name())).collect()
    }

    pub(super) fn allows(&self, tool: &str) -> bool {
        let listed = self.state.allowed.as_ref().is_none_or(|allowed| allowed.contains(tool));
        let shown = self.state.view.as_ref().is_none_or(|view| view.allows(tool));
        (listed && shown) || self.engine.registry.snapshot().is_always_on(tool)
    }

    /// Whether this session may use a tool now, by its own name.
    pub(super) fn may_use(&self, name: &str) -> Result<(), Ended> {
        match self.engine.registry.get(name) {
            None => Err(Ended::new(resolve::unknown(&self.engine.registry, name))),
            Some(tool) if !self.allows(tool.name()) => Err(Ended::new(allowed::refused(name))),
            Some(tool) => resolve::enabled(&tool),
        }
    }

    pub(super) fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    pub(super) fn shared_state(&self) -> &Arc<State> {
        &self.state
    }

    pub(super) fn executor_registry(&self) -> &Registry {
        &self.engine.registry
    }

    /// The sandbox of this session, in a folder of its own, made at its first use.
    pub(super) fn scratch(&self) -> Result<Sandbox, String> {
        let made = self.state.scratch.get_or_init(|| {
            let mut random = [0u8; 12];
            getrandom::fill(&mut random).map_err(|error| error.to_string())?;
            let path = std::env::temp_dir().join(format!("tool-scratch-{}", digest::hex(&random)));
            let mut builder = std::fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(&path).map_err(|error| error.to_string())?;
            Ok(Scratch(path))
        });
        made.as_ref().map(|scratch| Sandbox::new().write_root(&scratch.0)).map_err(Clone::clone)
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("context", &self.state.context).finish_non_exhaustive()
    }
}
