//! What a call reads and writes, in one spelling: two names of one file are one resource.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::schedule::Touches;
use crate::{AccessMode, Arguments, ExecutionCategory, Tool};

/// A file, folder, or other thing that a parameter names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resource {
    path: PathBuf,
    /// Device and number of the file, where there is one: hard links are one resource.
    file: Option<(u64, u64)>,
}

impl Resource {
    /// The resource that a value names, seen from a folder. It reads the file system.
    pub(crate) fn resolve(named: &str, base: Option<&Path>) -> Self {
        if named.contains("://") {
            return Resource { path: PathBuf::from(named), file: None };
        }
        let named = Path::new(named);
        let whole = base.map_or_else(|| named.to_path_buf(), |base| base.join(named));
        let path = real(&whole);
        let file = identity(&path);
        Resource { path, file }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a change of one can be a change of the other: the same, or one inside the other.
    pub(crate) fn overlaps(&self, other: &Resource) -> bool {
        (self.file.is_some() && self.file == other.file)
            || self.path.starts_with(&other.path)
            || other.path.starts_with(&self.path)
    }

    /// What tells whether a file has changed: its identity, size and time. None for what is no
    /// plain file, whose content nothing so small can stand for.
    pub(crate) fn fresh(&self) -> Option<String> {
        let metadata = std::fs::metadata(&self.path).ok()?;
        if !metadata.is_file() {
            return None;
        }
        let changed = metadata.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(format!("{:?}:{}:{}", self.file, metadata.len(), changed.as_nanos()))
    }
}

/// A path with its links followed as far as it exists, and the rest as names.
fn real(path: &Path) -> PathBuf {
    let mut rest = Vec::new();
    let mut head = path.to_path_buf();
    loop {
        if let Ok(found) = head.canonicalize() {
            return plain(rest.iter().rev().fold(found, |path, name| path.join(name)));
        }
        match (head.file_name().map(ToOwned::to_owned), head.parent()) {
            (Some(name), Some(parent)) => {
                rest.push(PathBuf::from(name));
                head = parent.to_path_buf();
            }
            // `..` at the end: nothing there to resolve it against.
            (None, Some(parent)) if !parent.as_os_str().is_empty() => {
                rest.push(PathBuf::from(".."));
                head = parent.to_path_buf();
            }
            _ => return plain(path.to_path_buf()),
        }
    }
}

/// A path without `.` and `..`.
fn plain(path: PathBuf) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// What a call names, before it is resolved. `None` means that what it touches is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) changes: bool,
    pub(crate) reads: Option<Vec<String>>,
    pub(crate) writes: Option<Vec<String>>,
}

impl Named {
    /// What a call of a tool names in the parameters that it marks `reads` or `writes`.
    pub(crate) fn of(tool: &Tool, arguments: &Arguments, access: AccessMode) -> Self {
        let category = tool.metadata().execution_category;
        let changes = access.requires_approval()
            || category.is_some_and(|category| {
                use ExecutionCategory as E;
                matches!(category, E::Write | E::Execute | E::Mixed)
            });
        let all = |marked: &[&str]| {
            if marked.is_empty() {
                return None;
            }
            let mut names = Vec::new();
            marked
                .iter()
                .filter_map(|name| arguments.get(name))
                .all(|value| collect(value, &mut names))
                .then_some(names)
        };
        // A command touches more than its parameters name.
        let bounded = !matches!(access, AccessMode::Execute | AccessMode::Mixed);
        Named {
            changes,
            reads: all(&tool.reads()),
            writes: all(&tool.writes()).filter(|_| bounded),
        }
    }

    /// Whether any file is named, so that resolving asks the file system.
    pub(crate) fn names_any(&self) -> bool {
        [&self.reads, &self.writes].into_iter().flatten().any(|names| !names.is_empty())
    }

    /// In one spelling. It reads the file system.
    pub(crate) fn resolve(&self, base: Option<&Path>) -> Touched {
        let all = |names: &Option<Vec<String>>| {
            let names = names.as_ref()?;
            Some(names.iter().map(|name| Resource::resolve(name, base)).collect())
        };
        Touched { changes: self.changes, reads: all(&self.reads), writes: all(&self.writes) }
    }
}

/// The texts of a value that names resources; false if it is of another form.
fn collect(value: &Value, names: &mut Vec<String>) -> bool {
    match value {
        Value::String(name) => {
            names.push(name.clone());
            true
        }
        Value::Array(items) => items.iter().all(|item| collect(item, names)),
        Value::Null => true,
        _ => false,
    }
}

/// What a call touches, in one spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touched {
    pub(crate) changes: bool,
    pub(crate) reads: Option<Vec<Resource>>,
    pub(crate) writes: Option<Vec<Resource>>,
}

impl Touched {
    /// Everything that is named.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Resource> {
        self.reads.iter().chain(&self.writes).flatten()
    }

    /// Whether this call may have changed what another reads: `None` is anything.
    pub(crate) fn could_change(&self, read: Option<&[Resource]>) -> bool {
        match (&self.writes, read) {
            (Some(writes), Some(read)) => overlap(writes, read),
            _ => true,
        }
    }
}

fn overlap(some: &[Resource], others: &[Resource]) -> bool {
    some.iter().any(|one| others.iter().any(|other| one.overlaps(other)))
}

impl Touches for Touched {
    fn conflicts(&self, later: &Self) -> bool {
        let none = Vec::new();
        let (reads, writes) =
            (self.reads.as_ref().unwrap_or(&none), self.writes.as_ref().unwrap_or(&none));
        let (later_reads, later_writes) =
            (later.reads.as_ref().unwrap_or(&none), later.writes.as_ref().unwrap_or(&none));
        (self.changes && (overlap(writes, later_reads) || overlap(writes, later_writes)))
            || (later.changes && (overlap(reads, later_writes) || overlap(writes, later_writes)))
    }

    fn is_unbounded(&self) -> bool {
        if self.changes { self.writes.is_none() } else { self.reads.is_none() }
    }

    fn only_reads(&self) -> bool {
        !self.changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_spellings_of_one_path_are_one_resource() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir(root.join("sub")).unwrap();
        std::fs::write(root.join("a"), "x").unwrap();
        std::fs::hard_link(root.join("a"), root.join("hard")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("a", root.join("link")).unwrap();
        let absolute = root.join("a");
        let first = Resource::resolve("a", Some(root));
        for spelling in ["./a", "sub/../a", absolute.to_str().unwrap(), "link", "hard"] {
            let other = Resource::resolve(spelling, Some(root));
            assert!(first.overlaps(&other) && other.overlaps(&first), "{spelling}");
        }
        assert!(!first.overlaps(&Resource::resolve("ab", Some(root))));
        assert!(
            Resource::resolve("sub", Some(root)).overlaps(&Resource::resolve("sub/n", Some(root)))
        );
    }

    #[test]
    fn what_is_not_there_yet_has_one_spelling_too() {
        let folder = tempfile::tempdir().unwrap();
        let resolve = |path: &str| Resource::resolve(path, Some(folder.path()));
        assert_eq!(resolve("new/x"), resolve("./new/../new/./x"));
        assert_eq!(resolve("https://a/b").path(), Path::new("https://a/b"));
    }
}
