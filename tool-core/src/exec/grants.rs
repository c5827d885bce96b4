//! What a person allowed for the rest of a session.

use super::sync::{Mutex, lock};
use crate::{AccessMode, Tool};

/// A yes that is remembered: for a tool as it was defined, with the access that was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Grant {
    tool: String,
    definition: String,
    access: AccessMode,
}

impl Grant {
    fn of(tool: &Tool, access: AccessMode) -> Self {
        let definition = tool.definition_digest().to_owned();
        Grant { tool: tool.name().to_owned(), definition, access }
    }
}

/// The grants of a session.
#[derive(Debug, Default)]
pub(crate) struct Grants(Mutex<Vec<Grant>>);

impl Grants {
    pub(super) fn add(&self, tool: &Tool, access: AccessMode) {
        let grant = Grant::of(tool, access);
        let mut granted = lock(&self.0);
        if !granted.contains(&grant) {
            granted.push(grant);
        }
    }

    pub(super) fn has(&self, tool: &Tool, access: AccessMode) -> bool {
        let granted = lock(&self.0);
        // Most sessions have granted nothing of this tool: its digest is not needed then.
        granted.iter().any(|grant| grant.tool == tool.name())
            && granted.contains(&Grant::of(tool, access))
    }
}
