//! What a person allowed for the rest of a session.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use crate::AccessMode;

/// Session grants: a tool under its canonical name, with the access that was shown.
#[derive(Debug, Default)]
pub(super) struct Grants(Mutex<FxHashSet<(String, AccessMode)>>);

impl Grants {
    pub(super) fn add(&self, tool: &str, access: AccessMode) {
        let mut granted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        granted.insert((tool.to_owned(), access));
    }

    pub(super) fn has(&self, tool: &str, access: AccessMode) -> bool {
        let granted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        granted.contains(&(tool.to_owned(), access))
    }
}
