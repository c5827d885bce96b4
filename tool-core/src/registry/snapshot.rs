//! The tools at one moment: never changed, only replaced.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::error::{Clash, RegistryError};
use super::{Tool, names, plain};
use crate::AccessMode;

/// Tools in order of name, and every name and alias.
#[derive(Clone, Default)]
pub(crate) struct Snapshot {
    tools: Vec<Tool>,
    index: FxHashMap<Box<str>, usize>,
    /// By name: the tools that are of use after it. Made when it is first asked for.
    next: OnceLock<FxHashMap<String, Vec<String>>>,
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
            Ok(Snapshot { tools, index, next: OnceLock::new() })
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
        }
        if !clashes.is_empty() {
            return Err(RegistryError::Clashes(clashes));
        }
        let mut tools = self.tools.clone();
        tools.push(tool);
        Snapshot::of(tools)
    }

    pub(crate) fn without(&self, name: &str) -> Self {
        let tools = self.tools.iter().filter(|tool| tool.name() != name).cloned().collect();
        // A part of a set without clashes has none.
        Snapshot::of(tools).unwrap_or_default()
    }

    pub(crate) fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// By name or alias.
    pub(crate) fn get(&self, name: &str) -> Option<&Tool> {
        self.tools.get(*self.index.get(name)?)
    }

    /// The tools that are of use after one, by its word or by theirs, in order of name.
    pub(crate) fn next(&self, name: &str) -> &[String] {
        let all = self.next.get_or_init(|| {
            let mut next: FxHashMap<String, Vec<String>> = FxHashMap::default();
            for tool in &self.tools {
                let own = |named: &str| self.get(named).map(|found| found.name().to_owned());
                for after in tool.metadata().precedes.iter().filter_map(|named| own(named)) {
                    next.entry(tool.name().to_owned()).or_default().push(after);
                }
                for before in tool.metadata().follows.iter().filter_map(|named| own(named)) {
                    next.entry(before).or_default().push(tool.name().to_owned());
                }
            }
            for names in next.values_mut() {
                names.sort_unstable();
                names.dedup();
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

/// What the macro checks at compile time, for every tool.
fn check(tool: &Tool) -> Result<(), RegistryError> {
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
