//! Which entries a walk leaves out: hidden ones, and those that ignore files name.
//!
//! The rules are ripgrep's: `.rgignore` before `.ignore` before `.gitignore` before
//! `.git/info/exclude` before the user's global git excludes; the nearest folder first; git's
//! files only inside a repository, and not beyond its border; a name that an ignore file
//! takes back with `!` is shown even if it is hidden.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The rules that hold in one folder, and those of the folders above it.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    nearest: Option<Arc<Node>>,
    global: Option<Arc<Gitignore>>,
}

#[derive(Debug)]
struct Node {
    /// Length of the folder's path, its last slash included, in the paths that are judged.
    base: usize,
    /// In the order of their weight: `.rgignore`, `.ignore`, `.gitignore`, `.git/info/exclude`.
    files: [Option<Gitignore>; 4],
    /// Whether the folder is the top of a repository.
    is_repository: bool,
    in_repository: bool,
    parent: Option<Arc<Node>>,
}

/// What the ignore files of one folder say, as bytes.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) rgignore: Option<Vec<u8>>,
    pub(super) ignore: Option<Vec<u8>>,
    pub(super) gitignore: Option<Vec<u8>>,
    pub(super) exclude: Option<Vec<u8>>,
    pub(super) is_repository: bool,
}

/// What happens to an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// An ignore file names it.
    Ignored,
    /// An ignore file takes it back.
    Wanted,
    /// No ignore file speaks of it.
    Silent,
}

impl Rules {
    /// The user's own rules, which hold in every repository.
    pub(super) fn global() -> Self {
        // Matched relative to the folder that is walked, as if the walk stood in it.
        let (global, _) = GitignoreBuilder::new("").build_global();
        let global = (!global.is_empty()).then(|| Arc::new(global));
        Rules { nearest: None, global }
    }

    /// The rules in a folder whose path has `base` bytes.
    pub(super) fn enter(&self, base: usize, found: &Found) -> Self {
        let files = [
            compile(found.rgignore.as_deref()),
            compile(found.ignore.as_deref()),
            compile(found.gitignore.as_deref()),
            compile(found.exclude.as_deref()),
        ];
        if !found.is_repository && files.iter().all(Option::is_none) {
            return self.clone();
        }
        let node = Node {
            base,
            files,
            is_repository: found.is_repository,
            in_repository: found.is_repository || self.in_repository(),
            parent: self.nearest.clone(),
        };
        Rules { nearest: Some(Arc::new(node)), global: self.global.clone() }
    }

    /// The same without any ignore file so far; repositories stay known.
    pub(super) fn without_files(&self) -> Self {
        let node = Node {
            base: 0,
            files: [None, None, None, None],
            is_repository: false,
            in_repository: self.in_repository(),
            parent: None,
        };
        Rules { nearest: Some(Arc::new(node)), global: self.global.clone() }
    }

    /// Whether nothing can be ignored.
    pub(super) fn is_empty(&self) -> bool {
        self.nearest.is_none()
    }

    fn in_repository(&self) -> bool {
        self.nearest.as_ref().is_some_and(|node| node.in_repository)
    }

    /// Judges an entry. `path` is its full path, `top` the length of the path of the folder
    /// that is walked.
    pub(super) fn judge(&self, path: &[u8], top: usize, is_dir: bool) -> Verdict {
        let in_repository = self.in_repository();
        let mut best = [Verdict::Silent; 4];
        let mut beyond = false;
        let mut node = self.nearest.as_deref();
        while let Some(current) = node {
            let inside = tail(path, current.base);
            for (at, (verdict, file)) in best.iter_mut().zip(&current.files).enumerate() {
                let holds = at < 2 || (in_repository && !beyond);
                if holds
                    && *verdict == Verdict::Silent
                    && let Some(file) = file
                {
                    *verdict = matched(file, inside, is_dir);
                }
            }
            beyond |= current.is_repository;
            node = current.parent.as_deref();
        }
        let spoken = best.into_iter().find(|verdict| *verdict != Verdict::Silent);
        spoken.unwrap_or_else(|| match &self.global {
            Some(global) if in_repository => matched(global, tail(path, top), is_dir),
            _ => Verdict::Silent,
        })
    }
}

fn tail(path: &[u8], from: usize) -> &Path {
    Path::new(OsStr::from_bytes(path.get(from..).unwrap_or_default()))
}

fn matched(rules: &Gitignore, path: &Path, is_dir: bool) -> Verdict {
    match rules.matched(path, is_dir) {
        Match::None => Verdict::Silent,
        Match::Ignore(_) => Verdict::Ignored,
        Match::Whitelist(_) => Verdict::Wanted,
    }
}

/// The rules in the text of an ignore file; a line that is no rule is passed over, as git does.
fn compile(text: Option<&[u8]>) -> Option<Gitignore> {
    let text = text?;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut builder = GitignoreBuilder::new("");
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Ok(line) = std::str::from_utf8(line) {
            // A line that does not parse adds nothing; the others hold.
            let _ = builder.add_line(None, line);
        }
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}
