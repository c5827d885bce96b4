//! Switching tools on and off.

use std::collections::BTreeMap;

use super::{Registry, Tool, UnknownTools};
use crate::suggest;

impl Registry {
    /// Switches a tool on, by name or alias. False if there is none.
    pub fn enable_tool(&self, name: &str) -> bool {
        self.switch(name, true)
    }

    /// Switches a tool off, under all its names. False if there is none.
    pub fn disable_tool(&self, name: &str) -> bool {
        self.switch(name, false)
    }

    fn switch(&self, name: &str, enabled: bool) -> bool {
        let tool = self.get(name);
        if let Some(tool) = &tool {
            tool.set_enabled(enabled);
        }
        tool.is_some()
    }

    /// Whether a tool is switched on, by name or alias. False if there is none.
    pub fn is_tool_enabled(&self, name: &str) -> bool {
        self.get(name).is_some_and(|tool| tool.is_enabled())
    }

    /// Switches many tools, by name or alias: all of them, or none if one is unknown.
    ///
    /// # Errors
    /// Every unknown name with the nearest known one; nothing was changed.
    pub fn set_tool_states<I, N>(&self, states: I) -> Result<(), UnknownTools>
    where
        I: IntoIterator<Item = (N, bool)>,
        N: AsRef<str>,
    {
        let snapshot = self.snapshot();
        let mut found: Vec<(Tool, bool)> = Vec::new();
        let mut names = Vec::new();
        for (name, enabled) in states {
            match snapshot.get(name.as_ref()) {
                Some(tool) => found.push((tool.clone(), enabled)),
                None => {
                    let known = snapshot.tools().iter().flat_map(Tool::names);
                    let near = suggest::nearest(name.as_ref(), known).map(str::to_owned);
                    names.push((name.as_ref().to_owned(), near));
                }
            }
        }
        if !names.is_empty() {
            return Err(UnknownTools { names });
        }
        for (tool, enabled) in found {
            tool.set_enabled(enabled);
        }
        Ok(())
    }

    /// Whether each tool is switched on, by name.
    pub fn get_tool_states(&self) -> BTreeMap<String, bool> {
        let snapshot = self.snapshot();
        let state = |tool: &Tool| (tool.name().to_owned(), tool.is_enabled());
        snapshot.tools().iter().map(state).collect()
    }
}
