//! Runs calls under rules that nobody can forget.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::approver::Approver;
use super::gate;
use super::grants::Grants;
use super::pipeline;
use super::run::DEFAULT_TIMEOUT;
use super::{Mode, ToolCall};
use crate::registry::Show;
use crate::{
    ApprovalLevel, ArgumentPolicy, RawArguments, Registry, ToolContext, ToolContextBuilder,
    ToolResult,
};

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
pub struct Executor(Arc<Inner>);

struct Inner {
    registry: Registry,
    context: ToolContext,
    approver: Option<Box<dyn Approver>>,
    policy: ArgumentPolicy,
    timeout: Duration,
    grants: Grants,
    prompts: tokio::sync::Mutex<()>,
    calls: AtomicU64,
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
}

impl Executor {
    /// Starts an executor over a registry.
    pub fn builder(registry: Registry) -> ExecutorBuilder {
        ExecutorBuilder {
            registry,
            context: ToolContext::builder(),
            rooted: false,
            approver: None,
            policy: ArgumentPolicy::Lenient,
            timeout: DEFAULT_TIMEOUT,
        }
    }

    /// Runs one call, by the name or alias of the tool. Exactly one result, whatever happens.
    ///
    /// Arguments are JSON text or a `Value`; structured output comes in the form that the
    /// arguments had. Dropping the future ends the call.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub async fn call(&self, name: &str, arguments: impl Into<RawArguments<'_>>) -> ToolResult {
        self.run(ToolCall::new(name, arguments)).await
    }

    /// Runs one call with its id.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub async fn run(&self, call: ToolCall<'_>) -> ToolResult {
        pipeline::run(self, call).await
    }

    /// The registry.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// The context that calls get theirs from.
    pub fn context(&self) -> &ToolContext {
        &self.0.context
    }

    pub(super) fn approver(&self) -> Option<&dyn Approver> {
        self.0.approver.as_deref()
    }

    pub(super) fn argument_policy(&self) -> ArgumentPolicy {
        self.0.policy
    }

    pub(super) fn timeout(&self) -> Duration {
        self.0.timeout
    }

    pub(super) fn grants(&self) -> &Grants {
        &self.0.grants
    }

    pub(super) async fn prompt_turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.prompts.lock().await
    }

    pub(super) fn next_id(&self) -> Arc<str> {
        let number = self.0.calls.fetch_add(1, Ordering::Relaxed) + 1;
        Arc::from(format!("call_{number}"))
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor")
            .field("registry", &self.0.registry)
            .field("context", &self.0.context)
            .finish_non_exhaustive()
    }
}

/// Builds an [`Executor`].
pub struct ExecutorBuilder {
    registry: Registry,
    context: ToolContextBuilder,
    rooted: bool,
    approver: Option<Box<dyn Approver>>,
    policy: ArgumentPolicy,
    timeout: Duration,
}

impl ExecutorBuilder {
    /// Sets the ceiling over every call. Default: [`Mode::Build`].
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.context = self.context.mode(mode);
        self
    }

    /// Says who is asked before gated calls. Default: nobody, and gated calls are denied.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.approver = Some(Box::new(approver));
        self
    }

    /// Adds a folder within which tools may touch files. Default: the current folder.
    #[must_use]
    pub fn root(mut self, root: impl AsRef<std::path::Path>) -> Self {
        self.context = self.context.root(root);
        self.rooted = true;
        self
    }

    /// Gives a value that tools find by its type.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.context = self.context.state(value);
        self
    }

    /// Gives a shared value that tools find by its type.
    #[must_use]
    pub fn shared_state<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        self.context = self.context.shared_state(value);
        self
    }

    /// Listens to the progress of calls; it must not block.
    #[must_use]
    pub fn on_progress(
        mut self,
        listener: impl Fn(&crate::Progress) + Send + Sync + 'static,
    ) -> Self {
        self.context = self.context.on_progress(listener);
        self
    }

    /// Sets how arguments are read. Default: [`ArgumentPolicy::Lenient`].
    #[must_use]
    pub fn argument_policy(mut self, policy: ArgumentPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets how long a call may run whose tool does not say. Default: 60 s.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// The executor. Without an approver, the tools that will always be denied are logged once.
    ///
    /// # Errors
    /// A tool of the registry that injects a type of which no value was given.
    pub fn build(mut self) -> Result<Executor, ExecutorError> {
        if !self.rooted {
            let here = std::env::current_dir()
                .map_err(|error| ExecutorError::NoRoot(error.to_string()))?;
            self.context = self.context.root(here);
        }
        let context = self.context.build();
        for tool in self.registry.list_tools(Show::All) {
            if let Some(missing) =
                tool.injects().iter().find(|injected| !context.has_state((injected.id)()))
            {
                let tool = tool.name().to_owned();
                return Err(ExecutorError::MissingState { tool, ty: missing.name });
            }
            let level = tool.metadata().approval_level(tool.metadata().decision_access());
            if self.approver.is_none() && level > ApprovalLevel::Log && !tool.narrows_per_call() {
                tracing::warn!("{}", gate::why_always_denied(&tool));
            }
        }
        Ok(Executor(Arc::new(Inner {
            registry: self.registry,
            context,
            approver: self.approver,
            policy: self.policy,
            timeout: self.timeout,
            grants: Grants::default(),
            prompts: tokio::sync::Mutex::new(()),
            calls: AtomicU64::new(0),
        })))
    }
}
