//! The three sorts of entry: ordinary, built late, always on.

use std::collections::BTreeMap;

use super::snapshot::Snapshot;
use super::{Registry, RegistryError, Tool};
use crate::{Capability, Location};

/// When a tool is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// As soon as it is registered. Only these can be deferred.
    Ordinary,
    /// When its factory has made it, once it is known what else may be used.
    BuiltLate,
    /// In every session, whatever its allow list says. Nobody can take its name.
    AlwaysOn,
}

/// What a registry knows of a name, whether its tool is built or not.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolEntry {
    /// The name on the wire.
    pub name: String,
    /// The namespace.
    pub namespace: Option<String>,
    /// The tags, with that of the access mode.
    pub tags: Vec<String>,
    /// The description.
    pub description: String,
    /// When the tool is there.
    pub kind: EntryKind,
    /// Whether it is deferred unless an agent says otherwise.
    pub deferred: bool,
    /// Where a call may run.
    pub location: Location,
    /// What a worker must be able to do, as declared.
    pub capabilities: Vec<Capability>,
}

impl Registry {
    /// Adds a tool that every session has, whatever its allow list says. It cannot be deferred,
    /// and nobody can [`replace`](Registry::replace) it.
    ///
    /// # Errors
    /// As [`register`](Registry::register).
    pub fn register_always_on(&self, tool: impl Into<Tool>) -> Result<(), RegistryError> {
        let tool = tool.into();
        self.change(|tools| {
            let name = tool.name().to_owned();
            Ok((tools.with(tool)?.with_always_on(name), ()))
        })
    }

    /// The names of the tools that are always on, in order.
    pub fn always_on(&self) -> Vec<String> {
        self.snapshot().always_on().map(str::to_owned).collect()
    }

    /// What is known of a name or alias.
    pub fn get_entry(&self, name: &str) -> Option<ToolEntry> {
        let snapshot = self.snapshot();
        entries(&snapshot).find(|entry| Some(entry.name.as_str()) == snapshot.canonical(name))
    }

    /// Namespace and tags of every entry, by name: what allow lists go by.
    pub fn get_metadata(&self) -> BTreeMap<String, (Option<String>, Vec<String>)> {
        let snapshot = self.snapshot();
        entries(&snapshot).map(|entry| (entry.name, (entry.namespace, entry.tags))).collect()
    }
}

pub(super) fn entries(snapshot: &Snapshot) -> impl Iterator<Item = ToolEntry> + '_ {
    let built = snapshot.tools().iter().map(|tool| {
        let metadata = tool.metadata();
        let kind = match snapshot.is_always_on(tool.name()) {
            true => EntryKind::AlwaysOn,
            false => EntryKind::Ordinary,
        };
        ToolEntry {
            name: tool.name().to_owned(),
            namespace: metadata.namespace.as_ref().map(|namespace| namespace.to_string()),
            tags: tool.tags().map(str::to_owned).collect(),
            description: tool.description().to_owned(),
            kind,
            deferred: metadata.deferred && kind == EntryKind::Ordinary,
            location: metadata.location,
            capabilities: metadata.capabilities.clone(),
        }
    });
    let late = snapshot.all_late().map(|late| ToolEntry {
        name: late.entry.name.clone(),
        namespace: Some(late.entry.namespace.clone()),
        tags: late.entry.all_tags().map(str::to_owned).collect(),
        description: late.entry.description.clone(),
        kind: EntryKind::BuiltLate,
        deferred: false,
        location: late.entry.location,
        capabilities: late.entry.capabilities.clone(),
    });
    built.chain(late)
}
