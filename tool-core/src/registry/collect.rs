//! Every tool that is linked into the program.

use std::collections::BTreeSet;

use super::{Registry, RegistryError, Tool};
use crate::__private::{CrateDefaults, Registered};
use crate::Origin;
use crate::metadata::MetadataTable;

impl Registry {
    /// A registry of every tool that is linked into the program.
    ///
    /// ```text
    /// tool_std::link();
    /// let registry = Registry::collect()?;
    /// ```
    ///
    /// # Errors
    /// [`NoTools`](RegistryError::NoTools) if there is none, most often because no `link()` was
    /// called; [`Clashes`](RegistryError::Clashes) if two answer to one name, with both places.
    pub fn collect() -> Result<Registry, RegistryError> {
        Registry::of_linked(linked())
    }

    /// A registry of the linked tools of some crates only, since any dependency may bring tools.
    ///
    /// # Errors
    /// As [`collect`](Registry::collect), and
    /// [`NoToolsFrom`](RegistryError::NoToolsFrom) for a crate that has none.
    pub fn collect_from<I>(crates: I) -> Result<Registry, RegistryError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let tools = linked();
        let mut wanted = BTreeSet::new();
        for name in crates {
            // Packages are written with `-`, crates with `_`; both name the same.
            let name = name.as_ref().replace('-', "_");
            if !tools.iter().any(|tool| tool.origin().crate_name() == name) {
                let present: BTreeSet<&str> =
                    tools.iter().map(|tool| tool.origin().crate_name()).collect();
                let present = present.into_iter().map(str::to_owned).collect();
                return Err(RegistryError::NoToolsFrom { krate: name, present });
            }
            wanted.insert(name);
        }
        let chosen = |tool: &Tool| wanted.contains(tool.origin().crate_name());
        Registry::of_linked(tools.into_iter().filter(chosen).collect())
    }

    fn of_linked(tools: Vec<Tool>) -> Result<Registry, RegistryError> {
        if tools.is_empty() {
            return Err(RegistryError::NoTools);
        }
        Registry::of_tools(tools)
    }
}

fn linked() -> Vec<Tool> {
    inventory::iter::<Registered>()
        .map(|registered| Tool::of_table(registered.0, &defaults_of(&registered.0.origin), None))
        .collect()
}

/// What the crate of a tool declares for all its tools.
pub(super) fn defaults_of(origin: &Origin) -> MetadataTable {
    let crate_of = |module: &'static str| module.split("::").next().unwrap_or_default();
    inventory::iter::<CrateDefaults>()
        .find(|defaults| crate_of(defaults.module) == origin.crate_name())
        .map_or(MetadataTable::NONE, |defaults| defaults.table)
}
