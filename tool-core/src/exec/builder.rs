//! Making an executor.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::approver::Approver;
use super::audit::AuditSink;
use super::digest::InstallKey;
use super::executor::{Engine, Executor, ExecutorError};
use super::gate;
use super::hook::Hook;
use super::ledger::Budget;
use super::mode::Mode;
use super::pipeline::Stage;
use super::policy::Policy;
use super::recall::{READ_RESULT, ReadResult};
use crate::registry::Show;
use crate::{ApprovalLevel, ArgumentPolicy, Registry, Sandbox, ToolContextBuilder};

/// How many calls run at once where the host does not say.
pub(super) const SLOTS: usize = 16;

/// Builds an [`Executor`].
pub struct ExecutorBuilder {
    pub(super) registry: Registry,
    pub(super) context: ToolContextBuilder,
    pub(super) rooted: bool,
    pub(super) approver: Option<Box<dyn Approver>>,
    pub(super) arguments: ArgumentPolicy,
    pub(super) policy: Policy,
    pub(super) hooks: Vec<Hook>,
    pub(super) audit: Option<Arc<dyn AuditSink>>,
    pub(super) audit_required: bool,
    pub(super) timeout: Duration,
    pub(super) budget: Budget,
    pub(super) loop_guard: bool,
    pub(super) cache: bool,
    pub(super) recall: bool,
    pub(super) suggestions: bool,
    pub(super) slots: usize,
    pub(super) key: Option<InstallKey>,
    pub(super) order: &'static [Stage],
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

    /// Sets the rules of the user. Default: none, and gates decide.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Adds a hook; hooks of one kind run in the order in which they were added.
    #[must_use]
    pub fn hook(mut self, hook: Hook) -> Self {
        self.hooks.push(hook);
        self
    }

    /// Says where records of calls go. Default: nowhere.
    #[must_use]
    pub fn audit(mut self, sink: impl AuditSink) -> Self {
        self.audit = Some(Arc::new(sink));
        self
    }

    /// Refuses calls that may change something while no record of them can be written.
    /// Default: such a failure is logged.
    #[must_use]
    pub fn audit_required(mut self, required: bool) -> Self {
        self.audit_required = required;
        self
    }

    /// Adds a folder within which tools may touch files. Default: the current folder.
    #[must_use]
    pub fn root(mut self, root: impl AsRef<Path>) -> Self {
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

    /// Gives a secret that tools find by its name. Its value is masked in every result.
    #[must_use]
    pub fn secret(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.context = self.context.secret(name, value);
        self
    }

    /// Names the sandbox in which mode `explore` runs tools that write or run. Default: a scratch
    /// folder of the session, without network and programs.
    #[must_use]
    pub fn sandbox(mut self, sandbox: Sandbox) -> Self {
        self.context = self.context.sandbox(sandbox);
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
        self.arguments = policy;
        self
    }

    /// Sets how long a call may run whose tool does not say. Default: 60 s.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// Sets what a turn may spend. Default: [`Budget::default`].
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Says whether calls are refused that give the same result again and again. Default: yes.
    #[must_use]
    pub fn loop_guard(mut self, on: bool) -> Self {
        self.loop_guard = on;
        self
    }

    /// Says whether results of idempotent tools that only read are kept for up to a minute.
    /// Default: yes.
    #[must_use]
    pub fn cache(mut self, on: bool) -> Self {
        self.cache = on;
        self
    }

    /// Says whether cut results can be read on with the tool `read_result`. Default: yes.
    #[must_use]
    pub fn recall(mut self, on: bool) -> Self {
        self.recall = on;
        self
    }

    /// Says whether results name tools that are useful next. Default: yes.
    #[must_use]
    pub fn suggestions(mut self, on: bool) -> Self {
        self.suggestions = on;
        self
    }

    /// Switches off what helps a model in a conversation and is in the way of a program that calls
    /// tools by itself: budget, loop guard, kept results, suggestions. Every gate, mode and rule
    /// stays.
    #[must_use]
    pub fn for_programs(self) -> Self {
        self.budget(Budget::unlimited()).loop_guard(false).cache(false).suggestions(false)
    }

    /// Sets how many calls run at once, those that tools make not counted; at least one.
    /// Default: 16.
    #[must_use]
    pub fn parallel(mut self, calls: usize) -> Self {
        self.slots = calls.clamp(1, tokio::sync::Semaphore::MAX_PERMITS);
        self
    }

    /// Sets the key under which secret arguments enter digests. Default: one of this process, so
    /// that digests of two runs cannot be compared.
    #[must_use]
    pub fn install_key(mut self, key: [u8; 32]) -> Self {
        self.key = Some(InstallKey(key));
        self
    }

    /// Tries another order of stages.
    #[cfg(test)]
    pub(super) fn order(mut self, order: &'static [Stage]) -> Self {
        self.order = order;
        self
    }

    /// The executor. Without an approver, the tools that will always be denied are logged once.
    ///
    /// # Errors
    /// A tool of the registry that injects a type of which no value was given; a rule of the
    /// policy about a tool, tag or parameter that there is not.
    pub fn build(mut self) -> Result<Executor, ExecutorError> {
        if !self.rooted {
            let here = std::env::current_dir()
                .map_err(|error| ExecutorError::NoRoot(error.to_string()))?;
            self.context = self.context.root(here);
        }
        if self.recall {
            self.add_recall()?;
        }
        if !Executor::contains_panics() {
            tracing::warn!("built with panic = \"abort\": a tool that panics ends the process");
        }
        let context = std::mem::take(&mut self.context).build();
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
        if let Some(error) = self.policy.unknown(&self.registry) {
            return Err(error.into());
        }
        Ok(Executor::of(Engine::new(self, context)))
    }

    /// The tool that reads on is listed from the start, so that listings do not change later.
    fn add_recall(&self) -> Result<(), ExecutorError> {
        match self.registry.get(READ_RESULT) {
            Some(tool) if tool.origin().crate_name() == "tool_core" => Ok(()),
            Some(_) => Err(ExecutorError::ReservedName(READ_RESULT.to_owned())),
            None => self
                .registry
                .register_always_on(ReadResult)
                .map_err(|_| ExecutorError::ReservedName(READ_RESULT.to_owned())),
        }
    }
}
