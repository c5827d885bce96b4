//! Where tools are found: collected from every linked crate, joined by those made at run time.

mod allow_list;
mod availability;
mod collect;
mod cost;
mod deferred;
mod edges;
mod entry;
mod error;
mod factory;
mod index;
mod kinds;
mod link;
mod names;
mod plain;
mod snapshot;
mod states;
mod toolset;

pub use allow_list::{AgentTools, AllowFault, AllowListError, AllowProblem, AllowedTools};
pub use cost::CostSummary;
pub use deferred::{LoadError, Loaded, ToolView};
pub use edges::{Edge, EdgeFault};
pub use entry::Tool;
pub use error::{Clash, RegistryError, UnknownTools};
pub use factory::{BuildError, Factory, FactoryEntry, ToolDeps};
pub use index::{IndexedMetadata, MetadataIndex, Statistics};
pub use kinds::{EntryKind, ToolEntry};
pub use plain::BadText;
pub use toolset::Toolset;

use std::sync::{Arc, PoisonError, RwLock};

use serde_json::Value;

use crate::SchemaLevel;
use snapshot::Snapshot;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_choice;

/// Which tools a listing shows. Default: [`Enabled`](Show::Enabled).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// Only those that are switched on.
    #[default]
    Enabled,
    /// All.
    All,
}

/// The tools of a program, by name.
///
/// It is a cheap handle: clones share their tools and states. Listings are in order of name,
/// the same bytes in every run.
///
/// ```
/// use serde_json::json;
/// use tool_core::{FnTool, Registry, ToolOutput};
///
/// let registry = Registry::new();
/// registry.register(FnTool::new("ping", "Answers.", json!({"type": "object"}), |_, _| async {
///     Ok(ToolOutput::text("pong"))
/// }))?;
/// assert!(registry.get("ping").is_some());
/// assert!(registry.disable_tool("ping"));
/// assert!(registry.list_tools(Default::default()).is_empty());
/// # Ok::<(), tool_core::RegistryError>(())
/// ```
///
/// # Linking
///
/// A crate whose tools are to be collected must be *used*: a dependency that the code never
/// mentions is not linked, and registers nothing, silently. Call its `link()`, which
/// [`tool_crate!`](crate::tool_crate) makes:
///
/// ```text
/// my_tools::link();
/// let registry = tool_core::Registry::collect()?;
/// ```
#[derive(Clone, Default)]
pub struct Registry(Arc<RwLock<Arc<Snapshot>>>);

impl Registry {
    /// A registry without tools, for tools made at run time only.
    pub fn new() -> Self {
        Registry::default()
    }

    /// A registry of many tools made at run time, in one step.
    ///
    /// # Errors
    /// As [`register`](Registry::register), with every clash.
    pub fn of_tools<I>(tools: I) -> Result<Self, RegistryError>
    where
        I: IntoIterator,
        I::Item: Into<Tool>,
    {
        let snapshot = Snapshot::of(tools.into_iter().map(Into::into).collect())?;
        Ok(Registry(Arc::new(RwLock::new(Arc::new(snapshot)))))
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        // A panic while the lock is held leaves the old snapshot or the new one, both whole.
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn change<T>(
        &self,
        work: impl FnOnce(&Snapshot) -> Result<(Snapshot, T), RegistryError>,
    ) -> Result<T, RegistryError> {
        let mut place = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let (changed, given) = work(&place)?;
        *place = Arc::new(changed);
        Ok(given)
    }

    /// Adds a tool, switched on.
    ///
    /// # Errors
    /// A name or alias that is taken, a bad name, metadata that contradicts itself, or a
    /// parameter schema that is not one of an object. Nothing is changed then.
    pub fn register(&self, tool: impl Into<Tool>) -> Result<(), RegistryError> {
        let tool = tool.into();
        self.change(|tools| Ok((tools.with(tool)?, ())))
    }

    /// Adds a tool, switched off.
    ///
    /// # Errors
    /// As [`register`](Registry::register).
    pub fn register_disabled(&self, tool: impl Into<Tool>) -> Result<(), RegistryError> {
        let tool = tool.into();
        tool.set_enabled(false);
        self.register(tool)
    }

    /// Adds a tool under another name: schemas show `key`, and calls use it.
    ///
    /// # Errors
    /// As [`register`](Registry::register).
    pub fn register_as(&self, key: &str, tool: impl Into<Tool>) -> Result<(), RegistryError> {
        self.register(tool.into().renamed(key))
    }

    /// Adds a tool in place of the one with its name, and gives that one back, if there was
    /// one. This is the only way to overwrite.
    ///
    /// # Errors
    /// As [`register`](Registry::register), but for the name itself.
    pub fn replace(&self, tool: impl Into<Tool>) -> Result<Option<Tool>, RegistryError> {
        let tool = tool.into();
        self.change(|tools| {
            if tools.is_always_on(tool.name()) {
                return Err(RegistryError::AlwaysOn { tool: tool.name().to_owned() });
            }
            let old = tools.by_name(tool.name()).cloned();
            let rest = match &old {
                Some(old) => tools.without(old.name()),
                None => tools.clone(),
            };
            Ok((rest.with(tool)?, old))
        })
    }

    /// Takes a tool out, by name or alias.
    pub fn remove(&self, name: &str) -> Option<Tool> {
        self.change(|tools| match tools.get(name).cloned() {
            Some(tool) => Ok((tools.without(tool.name()), Some(tool))),
            None => Ok((tools.clone(), None)),
        })
        .ok()
        .flatten()
    }

    /// The tool with this name or alias, switched on or not.
    pub fn get(&self, name: &str) -> Option<Tool> {
        self.snapshot().get(name).cloned()
    }

    /// How many tools there are, switched on or not.
    pub fn len(&self) -> usize {
        self.snapshot().tools().len()
    }

    /// Whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tools, in order of name.
    pub fn list_tools(&self, show: Show) -> Vec<Tool> {
        let snapshot = self.snapshot();
        let wanted = |tool: &&Tool| show == Show::All || tool.is_enabled();
        snapshot.tools().iter().filter(wanted).cloned().collect()
    }

    /// The definitions that a model is shown, in order of name: `name`, `description`,
    /// `parameters`. Each is made once and then shared.
    ///
    /// With [`Show::Enabled`], tools whose availability check says no are left out;
    /// [`unavailable_tools`](Registry::unavailable_tools) names them.
    pub fn get_tool_schemas(&self, show: Show, level: SchemaLevel) -> Vec<Arc<Value>> {
        self.list_tools(show)
            .iter()
            .filter(|tool| show == Show::All || tool.availability().is_ok())
            .map(|tool| tool.definition(level))
            .collect()
    }

    /// The tools whose availability check says no, with the reason, in order of name.
    pub fn unavailable_tools(&self) -> Vec<(Tool, String)> {
        self.list_tools(Show::All)
            .into_iter()
            .filter_map(|tool| tool.availability().err().map(|reason| (tool, reason)))
            .collect()
    }

    /// The names and aliases nearest to one that is not there, best first, at most three.
    pub fn suggest(&self, name: &str) -> Vec<String> {
        let snapshot = self.snapshot();
        let enabled = snapshot.tools().iter().filter(|tool| tool.is_enabled());
        let near = crate::suggest::ranked(name, enabled.flat_map(Tool::names));
        near.into_iter().map(str::to_owned).collect()
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let snapshot = self.snapshot();
        f.debug_list().entries(snapshot.tools().iter().map(Tool::name)).finish()
    }
}
