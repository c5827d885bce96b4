//! Tools with state: the methods of a type.

use std::sync::Arc;

use super::collect::defaults_of;
use super::{Registry, RegistryError, Tool};
use crate::args::Receiver;
use crate::tool::ToolDef;

/// A type whose methods are tools: `#[toolset]` on its `impl` makes it one.
///
/// ```
/// use tool_core::{Registry, tool, toolset};
///
/// struct Counter {
///     step: u32,
/// }
///
/// #[toolset(access_mode = "readonly", namespace = "count")]
/// impl Counter {
///     /// Counts on.
///     #[tool]
///     async fn next_number(&self, from: u32) -> u32 {
///         from + self.step
///     }
/// }
///
/// let registry = Registry::new();
/// registry.add(Counter { step: 2 })?;
/// assert_eq!(registry.get("next_number").unwrap().qualified_name(), "count.next_number");
/// # Ok::<(), tool_core::RegistryError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools",
    label = "this is no toolset",
    note = "put `#[tool_core::toolset]` on an `impl` of the type, and `#[tool]` on methods in it"
)]
pub trait Toolset: Send + Sync + 'static {
    /// The tables of the methods that are tools.
    #[doc(hidden)]
    fn definitions() -> Vec<&'static ToolDef>;
}

impl Registry {
    /// Adds the tools of a toolset: all of them, or none if one is refused.
    ///
    /// # Errors
    /// As [`register`](Registry::register).
    pub fn add<S: Toolset>(&self, set: S) -> Result<(), RegistryError> {
        self.add_shared(Arc::new(set))
    }

    /// Adds the tools of a toolset that the host keeps a handle to.
    ///
    /// # Errors
    /// As [`register`](Registry::register).
    pub fn add_shared<S: Toolset>(&self, set: Arc<S>) -> Result<(), RegistryError> {
        let receiver: Receiver = Some(set);
        self.change(|tools| {
            let mut changed = tools.clone();
            for def in S::definitions() {
                let defaults = defaults_of(&def.origin);
                changed = changed.with(Tool::of_table(def, &defaults, receiver.clone()))?;
            }
            Ok((changed, ()))
        })
    }
}
