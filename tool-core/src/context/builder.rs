//! Making a context, of nothing or below another.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{CallInfo, Progress, ProgressFn, Sandbox, Secrets, Shared, ToolContext};
use crate::Cancel;
use crate::exec::{Ceiling, Mode};

/// Builds a [`ToolContext`].
#[derive(Default)]
pub struct ToolContextBuilder {
    roots: Vec<PathBuf>,
    ceiling: Ceiling,
    /// The roots of the context above, which is all that this one may name.
    above: Option<Vec<PathBuf>>,
    session: Option<String>,
    state: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
    progress: Option<Arc<ProgressFn>>,
    secrets: Secrets,
    sandbox: Option<Sandbox>,
}

impl ToolContextBuilder {
    pub(super) fn below(shared: &Shared) -> Self {
        ToolContextBuilder {
            roots: Vec::new(),
            ceiling: shared.ceiling,
            above: Some(shared.roots.clone()),
            session: Some(shared.session.to_string()),
            state: shared.state.clone(),
            progress: shared.progress.clone(),
            secrets: shared.secrets.clone(),
            sandbox: shared.sandbox.clone(),
        }
    }

    /// Adds a folder within which files may be touched. In a child context only folders inside
    /// those of its parent count; without any it has its parent's.
    #[must_use]
    pub fn root(mut self, root: impl AsRef<Path>) -> Self {
        self.roots.push(root.as_ref().to_path_buf());
        self
    }

    /// Narrows the ceiling. Default: [`Mode::Build`], or that of the parent.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.ceiling = self.ceiling.narrowed(mode);
        self
    }

    /// Gives a secret that tools find by its name. Its value is masked in every result.
    #[must_use]
    pub fn secret(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.secrets = self.secrets.with(name.into(), value.into());
        self
    }

    /// Names the sandbox in which calls run that the mode does not let run freely. A child
    /// context keeps that of its parent.
    #[must_use]
    pub fn sandbox(mut self, sandbox: Sandbox) -> Self {
        if self.above.is_none() || self.sandbox.is_none() {
            self.sandbox = Some(sandbox);
        }
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
        let roots = match self.above {
            None => self.roots,
            Some(above) if self.roots.is_empty() => above,
            Some(above) => within(&self.roots, &above),
        };
        let none: Arc<str> = Arc::from("");
        let cancel = Cancel::new();
        ToolContext {
            call: Arc::new(CallInfo { id: Arc::clone(&none), tool: none, cancel, host: None }),
            shared: Arc::new(Shared {
                roots,
                ceiling: self.ceiling,
                session: self.session.map_or_else(|| Arc::from("default"), Arc::from),
                state: self.state,
                progress: self.progress,
                secrets: self.secrets,
                sandbox: self.sandbox,
            }),
        }
    }
}

/// The folders that lie inside one of `above`, judged by where they really are.
fn within(roots: &[PathBuf], above: &[PathBuf]) -> Vec<PathBuf> {
    let real = |path: &PathBuf| path.canonicalize().ok();
    let above: Vec<PathBuf> = above.iter().filter_map(real).collect();
    let inside = |root: &&PathBuf| {
        real(root).is_some_and(|root| above.iter().any(|parent| root.starts_with(parent)))
    };
    roots.iter().filter(inside).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_has_no_folder_outside_those_of_its_parent() {
        let parent = ToolContext::builder().root("src").build();
        assert_eq!(parent.child().build().roots(), [PathBuf::from("src")]);
        let inside = parent.child().root("src/context").root(".").root("src/../docs").build();
        assert_eq!(inside.roots(), [PathBuf::from("src/context")]);
        assert!(parent.child().root("/").build().roots().is_empty());
    }

    #[test]
    fn a_child_can_only_narrow_the_mode() {
        let explore = ToolContext::builder().mode(Mode::Explore).build();
        assert_eq!(explore.child().mode(Mode::Build).build().mode(), Mode::Explore);
        let both = explore.child().mode(Mode::Plan).build();
        assert_eq!(both.mode(), Mode::Plan);
        assert!(both.ceiling().has(Mode::Explore) && both.ceiling().has(Mode::Plan));
    }
}
