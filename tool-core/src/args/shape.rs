//! What the slow path needs to know of a tool: its schema, and what the schema does not say.

use std::sync::Arc;

use serde_json::Value;

/// The shape of a tool's arguments.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The schema of the argument object.
    pub(crate) schema: Value,
    /// What the schema does not say, a parameter each.
    pub(crate) params: Vec<ShapeParam>,
    /// Whether unknown arguments are dropped.
    pub(crate) ignores_unknown: bool,
}

#[derive(Debug)]
pub(crate) struct ShapeParam {
    pub(crate) name: Arc<str>,
    pub(crate) aliases: Vec<String>,
    pub(crate) secret: bool,
    /// Whether the value names something that the call reads.
    pub(crate) reads: bool,
    /// Whether the value names something that the call writes.
    pub(crate) writes: bool,
    /// What stands for an absent value, where something does.
    pub(crate) default: Option<Value>,
}

impl Shape {
    pub(crate) fn param(&self, name: &str) -> Option<&ShapeParam> {
        self.params.iter().find(|param| *param.name == *name)
    }

    /// The wire name that `key` is an alias of.
    pub(crate) fn alias_of(&self, key: &str) -> Option<&str> {
        let owner = self.params.iter().find(|param| param.aliases.iter().any(|a| a == key))?;
        Some(&owner.name)
    }
}
