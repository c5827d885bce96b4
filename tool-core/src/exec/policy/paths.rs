//! The rules that keep every tool from a file, ready to be asked many times.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Glob;

/// The rules of the user's policy that forbid files to every tool. For tools that open files which
/// their arguments do not name: a search over a folder leaves such files out, and says so.
#[derive(Debug, Clone)]
pub struct PathRules(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    rules: Vec<(Vec<Glob>, Arc<str>)>,
    /// Without links.
    roots: Vec<PathBuf>,
}

impl PathRules {
    pub(super) fn new(rules: Vec<(Vec<Glob>, Arc<str>)>, roots: &[PathBuf]) -> Self {
        let real = |root: &PathBuf| root.canonicalize().unwrap_or_else(|_| root.clone());
        PathRules(Arc::new(Inner { rules, roots: roots.iter().map(real).collect() }))
    }

    /// The rule that forbids the file at an absolute path without links, as people read it.
    pub fn denies(&self, path: &Path) -> Option<&str> {
        let inside = |glob: &Glob| {
            glob.matches(&path.to_string_lossy())
                || self.0.roots.iter().any(|root| {
                    path.strip_prefix(root).is_ok_and(|path| glob.matches(&path.to_string_lossy()))
                })
        };
        let found = self.0.rules.iter().find(|(globs, _)| globs.iter().all(inside))?;
        Some(&found.1)
    }
}
