//! The tools at one moment: never changed, only replaced.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::edges::{self, Edge};
use super::error::{Clash, RegistryError};
use super::factory::Late;
use super::{Tool, names, plain};
use crate::{AccessMode, EdgeKind};

/// Tools in order of name, and every name and alias.
#[derive(Clone, Default)]
pub(crate) struct Snapshot {
    tools: Vec<Tool>,
    index: FxHashMap<Box<str>, usize>,
    /// By name: the tools that are of use after it. Made when it is first asked for.
    next: OnceLock<FxHashMap<String, Vec<String>>>,
    extras: Arc<Extras>,
    /// Made at first use.
    edges: OnceLock<BTreeSet<Edge>>,
}

/// What is registered beside tools.
#[derive(Clone, Default)]
struct Extras {
    edges: BTreeSet<Edge>,
    late: BTreeMap<String, Late>,
    always_on: BTreeSet<String>,
}

impl Snapshot {
    /// A snapshot of tools; every clash of names is found, not only the first.
    pub(crate) fn of(mut tools: Vec<Tool>) -> Result<Self, RegistryError> {
        tools.sort_by(|a, b| (a.name(), a.origin()).cmp(&(b.name(), b.origin())));
        let mut index: FxHashMap<Box<str>, usize> = FxHashMap::default();
        let mut clashes = Vec::new();
        for (place, tool) in tools.iter().enumerate() {
            check(tool)?;
            for name in tool.names() {
                match index.get(name).and_then(|first| tools.get(*first)) {
                    Some(first) => clashes.push(clash(name, first, tool)),
                    None => {
                        index.insert(name.into(), place);
                    }
                }
            }
        }
        if clashes.is_empty() {
            Ok(Snapshot { tools, index, ..Snapshot::default() })
        } else {
            Err(RegistryError::Clashes(clashes))
        }
    }

    pub(crate) fn with(&self, tool: Tool) -> Result<Self, RegistryError> {
        check(&tool)?;
        let mut clashes = Vec::new();
        for name in tool.names() {
            if let Some(first) = self.get(name) {
                clashes.push(clash(name, first, &tool));
            }
            if let Some(late) = self.late(name) {
                clashes.push(late_clash(late, &tool));
            }
        }
        if !clashes.is_empty() {
            return Err(RegistryError::Clashes(clashes));
        }
        let mut tools = self.tools.clone();
        tools.push(tool);
        Ok(Snapshot { extras: Arc::clone(&self.extras), ..Snapshot::of(tools)? })
    }

    pub(crate) fn without(&self, name: &str) -> Self {
        let tools = self.tools.iter().filter(|tool| tool.name() != name).cloned().collect();
        // A part of a set without clashes has none.
        let rest = Snapshot::of(tools).unwrap_or_default();
        Snapshot { extras: Arc::clone(&self.extras), ..rest }
    }

    fn changed(&self, change: impl FnOnce(&mut Extras)) -> Self {
        let mut extras = (*self.extras).clone();
        change(&mut extras);
        Snapshot {
            extras: Arc::new(extras),
            edges: OnceLock::new(),
            next: OnceLock::new(),
            ..self.clone()
        }
    }

    pub(super) fn with_edge(&self, edge: Edge) -> Self {
        self.changed(|extras| {
            extras.edges.insert(edge);
        })
    }

    pub(super) fn with_always_on(&self, name: String) -> Self {
        self.changed(|extras| {
            extras.always_on.insert(name);
        })
    }

    pub(super) fn with_late(&self, late: Late) -> Result<Self, RegistryError> {
        let name = late.entry.name.clone();
        if let Some(first) = self.get(&name) {
            return Err(RegistryError::Clashes(vec![late_clash(&late, first)]));
        }
        if let Some(first) = self.late(&name) {
            let side = |late: &Late| (late.entry.name.clone(), late.entry.origin.clone());
            let clash = Clash { name, first: side(first), second: side(&late) };
            return Err(RegistryError::Clashes(vec![clash]));
        }
        Ok(self.changed(|extras| {
            extras.late.insert(name, late);
        }))
    }

    /// These tools, with the edges of others, and always on where they are there.
    pub(super) fn with_extras_of(&self, other: &Snapshot) -> Self {
        self.changed(|extras| {
            extras.edges.clone_from(&other.extras.edges);
            extras.always_on.clone_from(&other.extras.always_on);
        })
    }

    /// A tool that is built late.
    pub(super) fn late(&self, name: &str) -> Option<&Late> {
        self.extras.late.get(name)
    }

    pub(super) fn all_late(&self) -> impl Iterator<Item = &Late> {
        self.extras.late.values()
    }

    pub(super) fn always_on(&self) -> impl Iterator<Item = &str> {
        self.extras.always_on.iter().map(String::as_str).filter(|name| self.by_name(name).is_some())
    }

    pub(crate) fn is_always_on(&self, name: &str) -> bool {
        self.extras.always_on.contains(name)
    }

    pub(super) fn edges(&self) -> &BTreeSet<Edge> {
        self.edges.get_or_init(|| edges::of(self, &self.extras.edges))
    }

    /// The name behind a name or alias, of a tool that is there or built late.
    pub(super) fn canonical(&self, name: &str) -> Option<&str> {
        let late = || self.late(name).map(|late| late.entry.name.as_str());
        self.get(name).map(Tool::name).or_else(late)
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.canonical(name).is_some()
    }

    /// Every name and alias, for suggestions.
    pub(super) fn known(&self) -> impl Iterator<Item = &str> {
        let late = self.extras.late.keys().map(String::as_str);
        self.tools.iter().flat_map(Tool::names).chain(late)
    }

    pub(crate) fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// By name or alias.
    pub(crate) fn get(&self, name: &str) -> Option<&Tool> {
        self.tools.get(*self.index.get(name)?)
    }

    /// The tools that are of use after one, by edges, in order of name.
    pub(crate) fn next(&self, name: &str) -> &[String] {
        let all = self.next.get_or_init(|| {
            let mut next: FxHashMap<String, Vec<String>> = FxHashMap::default();
            for edge in self.edges().iter().filter(|edge| edge.kind == EdgeKind::Precedes) {
                next.entry(edge.source.clone()).or_default().push(edge.target.clone());
            }
            next
        });
        all.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn by_name(&self, name: &str) -> Option<&Tool> {
        self.get(name).filter(|tool| tool.name() == name)
    }
}

fn clash(name: &str, first: &Tool, second: &Tool) -> Clash {
    let side = |tool: &Tool| (tool.name().to_owned(), tool.origin().clone());
    Clash { name: name.to_owned(), first: side(first), second: side(second) }
}

fn late_clash(late: &Late, tool: &Tool) -> Clash {
    let name = late.entry.name.clone();
    let first = (name.clone(), late.entry.origin.clone());
    Clash { name, first, second: (tool.name().to_owned(), tool.origin().clone()) }
}

/// What the macro checks at compile time, for every tool.
pub(super) fn check(tool: &Tool) -> Result<(), RegistryError> {
    if let Some(bad) = tool.names().find(|name| !names::is_name(name)) {
        return Err(RegistryError::BadName { name: bad.to_owned(), origin: tool.origin().clone() });
    }
    let metadata = tool.metadata();
    if let Some(tag) = metadata.tags.iter().find(|tag| AccessMode::NAMES.contains(&&***tag)) {
        return Err(RegistryError::ReservedTag {
            tool: tool.name().to_owned(),
            tag: tag.to_string(),
        });
    }
    metadata.check().map_err(|error| RegistryError::Metadata {
        tool: tool.name().to_owned(),
        origin: tool.origin().clone(),
        error,
    })?;
    // What the compiler has seen, its author has seen.
    if !tool.decodes_by_type() {
        plain::check(tool).map_err(|found| RegistryError::Text {
            tool: tool.name().to_owned(),
            origin: tool.origin().clone(),
            found,
        })?;
    }
    tool.check_schema().map_err(|detail| RegistryError::Schema {
        tool: tool.name().to_owned(),
        origin: tool.origin().clone(),
        detail,
    })
}
