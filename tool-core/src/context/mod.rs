//! What a tool may know about the call it runs in.

mod builder;
mod effects;
mod sandbox;
mod secrets;

pub use builder::ToolContextBuilder;
pub use sandbox::{ProcessPolicy, Sandbox};
pub use secrets::Secrets;

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::Cancel;
use crate::exec::{Ceiling, Host, Mode};

/// What a tool may know about its call: where it may work, in which mode, for whom, and
/// whether it has been withdrawn.
///
/// A tool asks for it by a parameter `ctx: &ToolContext`; it never shows in the schema. It is
/// a cheap handle.
///
/// ```
/// use tool_core::ToolContext;
/// let ctx = ToolContext::builder().root(".").state(String::from("a pool")).build();
/// assert_eq!(ctx.state::<String>().unwrap().as_str(), "a pool");
/// assert_eq!(ctx.roots().len(), 1);
/// ```
#[derive(Clone)]
pub struct ToolContext {
    pub(crate) shared: Arc<Shared>,
    call: Arc<CallInfo>,
}

#[derive(Clone)]
pub(crate) struct Shared {
    roots: Vec<PathBuf>,
    ceiling: Ceiling,
    session: Arc<str>,
    state: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
    progress: Option<Arc<ProgressFn>>,
    secrets: Secrets,
    sandbox: Option<Sandbox>,
}

struct CallInfo {
    id: Arc<str>,
    tool: Arc<str>,
    cancel: Cancel,
    host: Option<Arc<Host>>,
}

type ProgressFn = dyn Fn(&Progress) + Send + Sync;

/// How far a call has come.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The call.
    pub call_id: Arc<str>,
    /// The tool.
    pub tool: Arc<str>,
    /// What is done, in the tool's own unit.
    pub done: u64,
    /// How much there is, if known.
    pub total: Option<u64>,
    /// What is being done, for people.
    pub message: String,
}

impl ToolContext {
    /// Starts a context; see [`ToolContextBuilder`].
    pub fn builder() -> ToolContextBuilder {
        ToolContextBuilder::default()
    }

    /// The folders within which files may be touched, in declared order.
    ///
    /// Relative paths are taken from the first. Empty means that no file may be touched.
    pub fn roots(&self) -> &[PathBuf] {
        &self.shared.roots
    }

    /// The ceiling over this call.
    pub fn mode(&self) -> Mode {
        self.shared.ceiling.mode()
    }

    pub(crate) fn ceiling(&self) -> Ceiling {
        self.shared.ceiling
    }

    /// The secrets that the host gave, by name. Whatever a tool returns, their values are masked
    /// in it.
    pub fn secrets(&self) -> &Secrets {
        &self.shared.secrets
    }

    /// What the call may touch where it runs in a sandbox; none where it does not.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        self.shared.sandbox.as_ref()
    }

    /// A context below this one, for another session: it can narrow what this one allows, never
    /// widen it.
    ///
    /// ```
    /// use tool_core::{Mode, ToolContext};
    /// let plan = ToolContext::builder().mode(Mode::Plan).build();
    /// let child = plan.child().mode(Mode::Build).session("sub-agent").build();
    /// assert_eq!((child.mode(), child.session_id()), (Mode::Plan, "sub-agent"));
    /// ```
    pub fn child(&self) -> ToolContextBuilder {
        ToolContextBuilder::below(&self.shared)
    }

    /// The session that the call belongs to.
    pub fn session_id(&self) -> &str {
        &self.shared.session
    }

    /// The id of this call.
    pub fn call_id(&self) -> &str {
        &self.call.id
    }

    /// The name of the tool that runs.
    pub fn tool_name(&self) -> &str {
        &self.call.tool
    }

    /// The flag that is raised when the call is withdrawn or timed out.
    ///
    /// A long synchronous tool looks at it between its steps; an async one is dropped.
    pub fn cancel(&self) -> &Cancel {
        match &self.call.host {
            Some(host) => host.cancel(),
            None => &self.call.cancel,
        }
    }

    /// The value of type `T` that the host gave.
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let value = self.shared.state.get(&TypeId::of::<T>())?;
        Arc::clone(value).downcast::<T>().ok()
    }

    /// Whether the host gave a value of the type with this id.
    pub(crate) fn has_state(&self, id: TypeId) -> bool {
        self.shared.state.contains_key(&id)
    }

    /// Tells the host how far the call has come.
    ///
    /// `total` is how much there is, if known. Nothing happens where nobody listens.
    pub fn progress(&self, done: u64, total: Option<u64>, message: impl Into<String>) {
        if let Some(listener) = &self.shared.progress {
            listener(&Progress {
                call_id: Arc::clone(&self.call.id),
                tool: Arc::clone(&self.call.tool),
                done,
                total,
                message: message.into(),
            });
        }
    }

    /// The context of one call within this one.
    pub(crate) fn for_call(&self, id: Arc<str>, tool: Arc<str>, host: Arc<Host>) -> Self {
        let cancel = self.call.cancel.clone();
        ToolContext {
            shared: Arc::clone(&self.shared),
            call: Arc::new(CallInfo { id, tool, cancel, host: Some(host) }),
        }
    }

    /// The same context in a sandbox.
    pub(crate) fn sandboxed(&self, sandbox: Sandbox) -> Self {
        let shared = Shared { sandbox: Some(sandbox), ..Shared::clone(&self.shared) };
        ToolContext { shared: Arc::new(shared), call: Arc::clone(&self.call) }
    }

    /// This context with what another one forbids, and with what that one has and this one has
    /// not.
    pub(crate) fn below(self, above: &ToolContext) -> Self {
        if Arc::ptr_eq(&self.shared, &above.shared) {
            return self;
        }
        let mut shared = Shared::clone(&self.shared);
        shared.ceiling = shared.ceiling.and(above.shared.ceiling);
        for (ty, value) in &above.shared.state {
            shared.state.entry(*ty).or_insert_with(|| Arc::clone(value));
        }
        for (name, value) in above.shared.secrets.all() {
            if shared.secrets.get(name).is_none() {
                shared.secrets = shared.secrets.with(name.clone(), value.clone());
            }
        }
        if shared.roots.is_empty() {
            shared.roots.clone_from(&above.shared.roots);
        }
        shared.progress = shared.progress.or_else(|| above.shared.progress.clone());
        shared.sandbox = above.shared.sandbox.clone().or(shared.sandbox);
        ToolContext { shared: Arc::new(shared), call: self.call }
    }

    pub(crate) fn host(&self) -> Option<&Arc<Host>> {
        self.call.host.as_ref()
    }
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("session", &self.shared.session)
            .field("call", &self.call.id)
            .field("tool", &self.call.tool)
            .field("mode", &self.mode())
            .field("roots", &self.shared.roots)
            .finish_non_exhaustive()
    }
}
