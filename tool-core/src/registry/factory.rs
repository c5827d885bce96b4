//! Tools that are built late, when it is known what else an agent may use.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::allow_list::AllowedTools;
use super::{Registry, RegistryError, Tool, UnknownTools, names};
use crate::{AccessMode, Capability, DynTool, Location, Origin, suggest};

/// What a factory may know.
///
/// ```
/// use tool_core::ToolDeps;
/// let deps = ToolDeps::new("session-1").roots(["/work".into()]).resolved_names(["read".to_owned()]);
/// assert!(deps.resolved_names.contains("read"));
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ToolDeps {
    /// Folders within which files may be touched.
    pub roots: Vec<PathBuf>,
    /// The session's id.
    pub session: String,
    /// The names of all tools that the agent may use.
    pub resolved_names: BTreeSet<String>,
}

impl ToolDeps {
    /// Of a session, without roots and names.
    pub fn new(session: impl Into<String>) -> Self {
        ToolDeps { session: session.into(), ..ToolDeps::default() }
    }

    /// Adds roots.
    #[must_use]
    pub fn roots(mut self, roots: impl IntoIterator<Item = PathBuf>) -> Self {
        self.roots.extend(roots);
        self
    }

    /// Adds names of tools that the agent may use.
    #[must_use]
    pub fn resolved_names(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.resolved_names.extend(names);
        self
    }
}

/// Makes a tool, or none where what it needs is absent.
pub type Factory = Arc<dyn Fn(&ToolDeps) -> Option<Arc<dyn DynTool>> + Send + Sync>;

/// What is known of a tool before it is built.
///
/// ```
/// use tool_core::{AccessMode, FactoryEntry};
/// let entry = FactoryEntry::new("git", "vcs", ["git"])
///     .description("Works with a repository.")
///     .access_mode(AccessMode::Mixed);
/// # let _ = entry;
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FactoryEntry {
    /// The name.
    pub name: String,
    /// The namespace.
    pub namespace: String,
    /// The tags, without that of the access mode.
    pub tags: Vec<String>,
    /// For people.
    pub description: String,
    /// The access mode; absent, allow lists see it as mixed.
    pub access_mode: Option<AccessMode>,
    /// Where the built tool may run. Default: local.
    pub location: Location,
    /// What a worker must be able to do.
    pub capabilities: Vec<Capability>,
    /// Who registers it.
    pub origin: Origin,
}

impl FactoryEntry {
    /// An entry; namespace and tags have no defaults, for allow lists go by them.
    pub fn new<I>(name: impl Into<String>, namespace: impl Into<String>, tags: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        FactoryEntry {
            name: name.into(),
            namespace: namespace.into(),
            tags: tags.into_iter().map(Into::into).collect(),
            description: String::new(),
            access_mode: None,
            location: Location::default(),
            capabilities: Vec::new(),
            origin: Origin::runtime("factory"),
        }
    }

    /// Sets the description for people.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Declares the access mode; a built tool may not declare another.
    #[must_use]
    pub fn access_mode(mut self, mode: AccessMode) -> Self {
        self.access_mode = Some(mode);
        self
    }

    /// Sets where the built tool may run.
    #[must_use]
    pub fn location(mut self, location: Location) -> Self {
        self.location = location;
        self
    }

    /// Adds what a worker must be able to do.
    #[must_use]
    pub fn capabilities(mut self, needed: impl IntoIterator<Item = Capability>) -> Self {
        self.capabilities.extend(needed);
        self
    }

    /// Sets who registers it.
    #[must_use]
    pub fn origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// The tags, and that of the access mode.
    pub(super) fn all_tags(&self) -> impl Iterator<Item = &str> {
        let mode = self.access_mode.unwrap_or(AccessMode::Mixed);
        self.tags.iter().map(String::as_str).chain([mode.as_str()])
    }
}

/// A factory with what is known of its tool.
#[derive(Clone)]
pub(super) struct Late {
    pub(super) entry: FactoryEntry,
    pub(super) factory: Factory,
}

/// Why tools cannot be built. Nothing is built then.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Names that no entry has.
    #[error(transparent)]
    Unknown(UnknownTools),
    /// A factory that made a tool of another name.
    #[error("the factory of `{entry}` made a tool named `{made}`")]
    OtherName {
        /// The entry.
        entry: String,
        /// The name of what was made.
        made: String,
    },
    /// A factory that made a tool of another access mode, which its allow lists did not grant.
    #[error(
        "the entry of `{entry}` declares access `{declared}`, and its factory made one of `{made}`"
    )]
    OtherAccess {
        /// The entry.
        entry: String,
        /// What it declares.
        declared: AccessMode,
        /// What was made.
        made: AccessMode,
    },
    /// A made tool that could not be registered.
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

impl Registry {
    /// Adds a tool that is built late, by [`build_tools`](Registry::build_tools). Allow lists and
    /// edges know it from now on; it cannot be deferred.
    ///
    /// # Errors
    /// As [`register`](Registry::register), and
    /// [`NoNamespace`](RegistryError::NoNamespace) or [`NoTags`](RegistryError::NoTags) where
    /// the entry has none.
    pub fn register_factory<F>(&self, entry: FactoryEntry, factory: F) -> Result<(), RegistryError>
    where
        F: Fn(&ToolDeps) -> Option<Arc<dyn DynTool>> + Send + Sync + 'static,
    {
        let tool = entry.name.clone();
        if !names::is_name(&tool) {
            return Err(RegistryError::BadName { name: tool, origin: entry.origin });
        }
        if entry.namespace.trim().is_empty() {
            return Err(RegistryError::NoNamespace { tool });
        }
        if entry.tags.is_empty() {
            return Err(RegistryError::NoTags { tool });
        }
        if let Some(tag) = entry.tags.iter().find(|tag| AccessMode::NAMES.contains(&tag.as_str())) {
            return Err(RegistryError::ReservedTag { tool, tag: tag.clone() });
        }
        let late = Late { entry, factory: Arc::new(factory) };
        self.change(|tools| Ok((tools.with_late(late)?, ())))
    }

    /// The tools of these names, in order of name: ordinary ones as they are, late ones built.
    /// A built tool takes namespace, tags, location and capabilities of its entry. One whose
    /// factory gives none is left out.
    ///
    /// # Errors
    /// Every unknown name, or a factory that made something else than its entry says.
    pub fn build_tools<I>(&self, names: I, deps: &ToolDeps) -> Result<Vec<Tool>, BuildError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let snapshot = self.snapshot();
        let mut built: BTreeMap<String, Option<Tool>> = BTreeMap::new();
        let mut unknown = Vec::new();
        for name in names {
            let name = name.as_ref();
            if let Some(tool) = snapshot.get(name) {
                built.insert(tool.name().to_owned(), Some(tool.clone()));
            } else if let Some(late) = snapshot.late(name) {
                if !built.contains_key(name) {
                    built.insert(name.to_owned(), build(late, deps)?);
                }
            } else {
                let near = suggest::nearest(name, snapshot.known()).map(str::to_owned);
                unknown.push((name.to_owned(), near));
            }
        }
        if !unknown.is_empty() {
            return Err(BuildError::Unknown(UnknownTools { names: unknown }));
        }
        Ok(built.into_values().flatten().collect())
    }

    /// A registry of what one agent may use: the allowed tools, late ones built, and those that
    /// are always on. Switching a shared tool off switches it off in both.
    ///
    /// # Errors
    /// As [`build_tools`](Registry::build_tools).
    pub fn build_registry(
        &self,
        allowed: &AllowedTools,
        deps: &ToolDeps,
    ) -> Result<Registry, BuildError> {
        let always = self.always_on();
        let mut deps = deps.clone();
        deps.resolved_names.extend(allowed.names().map(str::to_owned));
        let wanted = allowed.names().map(str::to_owned).chain(always.iter().cloned());
        let tools = self.build_tools(wanted, &deps)?;
        let built = Registry::of_tools(tools)?;
        let added = self.snapshot();
        built.change(|tools| Ok((tools.with_extras_of(&added), ())))?;
        Ok(built)
    }
}

fn build(late: &Late, deps: &ToolDeps) -> Result<Option<Tool>, BuildError> {
    let entry = &late.entry;
    let Some(made) = (late.factory)(deps) else { return Ok(None) };
    if made.name() != entry.name {
        return Err(BuildError::OtherName {
            entry: entry.name.clone(),
            made: made.name().to_owned(),
        });
    }
    let mut metadata = made.metadata();
    if let (Some(declared), Some(made)) = (entry.access_mode, metadata.declared_access)
        && declared != made
    {
        return Err(BuildError::OtherAccess { entry: entry.name.clone(), declared, made });
    }
    metadata.declared_access = metadata.declared_access.or(entry.access_mode);
    metadata.namespace = Some(Cow::Owned(entry.namespace.clone()));
    metadata.tags = entry.tags.iter().cloned().map(Cow::Owned).collect();
    metadata.location = entry.location;
    metadata.capabilities.clone_from(&entry.capabilities);
    // Another name would not have stood in the allow list.
    metadata.aliases.clear();
    metadata.deferred = false;
    let tool = Tool::with_metadata(made, metadata);
    super::snapshot::check(&tool)?;
    Ok(Some(tool))
}
