//! What an agent is shown of its tools, turn by turn: some only as stubs until it loads them.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::allow_list::AllowedTools;
use super::{Registry, Tool};
use crate::{SchemaLevel, schema, suggest};

/// What one session is shown of its tools. A cheap handle, shared by its clones.
///
/// The listing is fixed between turns and loads: it is the same bytes, also when a tool becomes
/// unavailable, so that a provider's cache of the prompt holds.
#[derive(Clone)]
pub struct ToolView {
    registry: Registry,
    allowed: Arc<AllowedTools>,
    level: SchemaLevel,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    loaded: BTreeSet<String>,
    /// The tools of this turn.
    shown: Vec<Tool>,
    listing: Option<Arc<[Arc<Value>]>>,
}

/// What loading did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loaded {
    /// Tools that are whole from now on, in order of name.
    pub loaded: Vec<String>,
    /// Tools that were already, in order of name.
    pub present: Vec<String>,
}

/// Why nothing was loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// No name was given.
    Empty,
    /// Names of tools that this session may not use, or that are not there, each with the nearest
    /// that there is.
    Unknown(Vec<(String, Option<String>)>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Empty => f.write_str("name at least one tool to load"),
            LoadError::Unknown(names) => {
                f.write_str("there is no such tool to load: ")?;
                for (index, (name, near)) in names.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}`{}`", crate::args::clip(name, 80))?;
                    if let Some(near) = near {
                        write!(f, " (did you mean `{near}`?)")?;
                    }
                }
                f.write_str("; nothing was loaded")
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl fmt::Debug for ToolView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolView").field("allowed", &self.allowed.len()).finish_non_exhaustive()
    }
}

impl ToolView {
    /// The view of a session that may use these tools, at a level of schema. Its first turn has
    /// begun.
    pub fn new(registry: &Registry, allowed: AllowedTools, level: SchemaLevel) -> Self {
        let view = ToolView {
            registry: registry.clone(),
            allowed: Arc::new(allowed),
            level,
            state: Arc::default(),
        };
        view.begin_turn();
        view
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks again which tools are switched on and available. May block for a second.
    pub fn begin_turn(&self) {
        let always = self.registry.always_on();
        let wanted = |tool: &Tool| {
            self.allowed.contains(tool.name()) || always.iter().any(|name| name == tool.name())
        };
        let mut shown = self.registry.list_tools(super::Show::Enabled);
        shown.retain(|tool| wanted(tool) && tool.availability().is_ok());
        let mut state = self.state();
        state.shown = shown;
        state.listing = None;
    }

    /// What the model is shown, in order of name: stubs for what is not loaded.
    pub fn listing(&self) -> Arc<[Arc<Value>]> {
        let mut state = self.state();
        if let Some(listing) = &state.listing {
            return Arc::clone(listing);
        }
        let loaded = &state.loaded;
        let definition = |tool: &Tool| match self.waits(tool.name(), loaded) {
            true => stub(tool),
            false => tool.definition(self.level),
        };
        let listing: Arc<[Arc<Value>]> = state.shown.iter().map(definition).collect();
        state.listing = Some(Arc::clone(&listing));
        listing
    }

    /// The tools of this turn that are not loaded, in order of name.
    pub fn waiting(&self) -> Vec<Tool> {
        let state = self.state();
        let waits = |tool: &&Tool| self.waits(tool.name(), &state.loaded);
        state.shown.iter().filter(waits).cloned().collect()
    }

    /// Whether this session has anything that is deferred, loaded or not: only then is there
    /// something for `load_tools` and `tool_search` to do.
    pub fn has_deferred(&self) -> bool {
        self.allowed.deferred().next().is_some()
    }

    /// Whether this session may use a tool, by its own name.
    pub(crate) fn allows(&self, name: &str) -> bool {
        self.allowed.contains(name)
    }

    /// What a direct call of a tool that is not loaded is answered; none for any other tool.
    /// By name or alias.
    pub fn refusal(&self, name: &str) -> Option<String> {
        let tool = self.registry.get(name)?;
        let name = tool.name();
        self.waits(name, &self.state().loaded).then(|| {
            format!(
                "`{name}` is not loaded yet. Call `load_tools` with {} first, then call it with \
                 the parameters that it shows.",
                json!({"names": [name]})
            )
        })
    }

    /// Loads tools, by name or alias: all of them, or none if one is not among those that this
    /// session may use. One that is named twice is loaded once.
    ///
    /// # Errors
    /// No name, or names that cannot be loaded. Nothing is loaded then.
    pub fn load<I>(&self, names: I) -> Result<Loaded, LoadError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut state = self.state();
        let mut found = BTreeSet::new();
        let mut unknown = Vec::new();
        let mut any = false;
        for name in names {
            let name = name.as_ref();
            any = true;
            let tool = self.registry.get(name).filter(|tool| self.allowed.contains(tool.name()));
            match tool {
                Some(tool) => {
                    found.insert(tool.name().to_owned());
                }
                None => {
                    // What it may not use is not named to it.
                    let near = suggest::nearest(name, self.allowed.names()).map(str::to_owned);
                    unknown.push((name.to_owned(), near));
                }
            }
        }
        if !any {
            return Err(LoadError::Empty);
        }
        if !unknown.is_empty() {
            return Err(LoadError::Unknown(unknown));
        }
        let (loaded, present): (Vec<String>, Vec<String>) =
            found.into_iter().partition(|name| self.waits(name, &state.loaded));
        if !loaded.is_empty() {
            state.loaded.extend(loaded.iter().cloned());
            state.listing = None;
        }
        Ok(Loaded { loaded, present })
    }

    fn waits(&self, name: &str, loaded: &BTreeSet<String>) -> bool {
        self.allowed.is_deferred(name) && !loaded.contains(name)
    }
}

/// A tool without its parameters.
fn stub(tool: &Tool) -> Arc<Value> {
    Arc::new(json!({
        "name": tool.name(),
        "description": schema::first_sentence(tool.description()),
        "parameters": {"type": "object", "properties": {}},
    }))
}
