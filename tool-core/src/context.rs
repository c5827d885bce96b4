//! What a tool may know about the call it runs in.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::Cancel;
use crate::exec::Mode;

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

pub(crate) struct Shared {
    roots: Vec<PathBuf>,
    mode: Mode,
    session: Arc<str>,
    state: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
    progress: Option<Arc<ProgressFn>>,
}

struct CallInfo {
    id: Arc<str>,
    tool: Arc<str>,
    cancel: Cancel,
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
        self.shared.mode
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
        &self.call.cancel
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
    pub(crate) fn for_call(&self, id: Arc<str>, tool: Arc<str>) -> Self {
        let cancel = self.call.cancel.child();
        ToolContext {
            shared: Arc::clone(&self.shared),
            call: Arc::new(CallInfo { id, tool, cancel }),
        }
    }
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("session", &self.shared.session)
            .field("call", &self.call.id)
            .field("tool", &self.call.tool)
            .field("mode", &self.shared.mode)
            .field("roots", &self.shared.roots)
            .finish_non_exhaustive()
    }
}

/// Builds a [`ToolContext`].
#[derive(Default)]
pub struct ToolContextBuilder {
    roots: Vec<PathBuf>,
    mode: Mode,
    session: Option<String>,
    state: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
    progress: Option<Arc<ProgressFn>>,
}

impl ToolContextBuilder {
    /// Adds a folder within which files may be touched.
    #[must_use]
    pub fn root(mut self, root: impl AsRef<Path>) -> Self {
        self.roots.push(root.as_ref().to_path_buf());
        self
    }

    /// Sets the ceiling. Default: [`Mode::Build`].
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Names the session. Default: `default`.
    #[must_use]
    pub fn session(mut self, id: impl Into<String>) -> Self {
        self.session = Some(id.into());
        self
    }

    /// Gives a value that tools find by its type; a second of the same type replaces it.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(TypeId::of::<T>(), Arc::new(value));
        self
    }

    /// Gives a shared value that tools find by its type.
    #[must_use]
    pub fn shared_state<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        self.state.insert(TypeId::of::<T>(), value);
        self
    }

    /// Listens to the progress of calls; it is called in the tool's task and must not block.
    #[must_use]
    pub fn on_progress(mut self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(listener));
        self
    }

    /// The context.
    pub fn build(self) -> ToolContext {
        let base =
            Arc::new(CallInfo { id: Arc::from(""), tool: Arc::from(""), cancel: Cancel::new() });
        ToolContext {
            call: base,
            shared: Arc::new(Shared {
                roots: self.roots,
                mode: self.mode,
                session: self.session.map_or_else(|| Arc::from("default"), Arc::from),
                state: self.state,
                progress: self.progress,
            }),
        }
    }
}
