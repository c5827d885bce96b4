//! The folders within which files may be touched.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{CWD, Mode, OFlags};
use tool_core::exec::PathRules;
use tool_core::{ToolContext, ToolError};

use super::{fault, sys};
use crate::store::Scope;

/// Longest path that is looked at, as on Linux.
const MAX_PATH: usize = 4096;

/// One root: its handle, and the names under which people know it.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) dir: Arc<OwnedFd>,
    /// Absolute, as the host gave it.
    given: PathBuf,
    /// Absolute, without links.
    pub(crate) canonical: PathBuf,
    pub(crate) device: u64,
    /// What the user's rules forbid to every tool.
    pub(crate) rules: Option<PathRules>,
}

/// All roots of a call, opened.
#[derive(Debug)]
pub(crate) struct Roots {
    all: Vec<Arc<Root>>,
    /// Where tools may write.
    pub(crate) scope: Scope,
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Name(OsString),
    Up,
}

/// Steps from a root.
#[derive(Debug)]
pub(super) struct Route {
    pub(super) root: Arc<Root>,
    pub(super) steps: VecDeque<Step>,
}

impl Roots {
    /// Opens the roots of a call.
    pub(crate) fn of(ctx: &ToolContext) -> Result<Self, ToolError> {
        let paths = ctx.roots();
        if paths.is_empty() {
            return Err(fault::no_root());
        }
        let rules = ctx.path_rules();
        let roots = paths.iter().map(|path| Root::open(path, rules.clone()).map(Arc::new));
        Ok(Roots { all: roots.collect::<Result<_, _>>()?, scope: Scope::of(ctx) })
    }

    /// How results below `path` are shown: in a form that the model can send back.
    ///
    /// What lies in the first root is shown relative to it; the rest as the model wrote it.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> &'a Path {
        let first = self.all.first().and_then(|root| root.strip(path));
        match first {
            Some(inside) if path.is_absolute() => inside,
            _ => path.strip_prefix(".").unwrap_or(path),
        }
    }

    /// Where a path starts and which steps it takes. Nothing on disk is looked at.
    pub(super) fn route(&self, path: &Path, shown: &str) -> Result<Route, ToolError> {
        use std::os::unix::ffi::OsStrExt;
        let bytes = path.as_os_str().as_bytes();
        if bytes.is_empty() {
            return Err(fault::malformed(shown, "it is empty; `.` is the root"));
        }
        if bytes.contains(&0) {
            return Err(fault::malformed(shown, "it contains a NUL character"));
        }
        if bytes.len() > MAX_PATH {
            return Err(fault::malformed(shown, "it is longer than 4096 bytes"));
        }
        self.find(path).ok_or_else(|| fault::outside(shown))
    }

    /// The root that a path lies in by its spelling, and the rest of the path.
    pub(super) fn find(&self, path: &Path) -> Option<Route> {
        if !path.is_absolute() {
            let root = Arc::clone(self.all.first()?);
            return Some(Route { root, steps: steps(path) });
        }
        // The longest root wins, should one lie in another.
        let inside = self.all.iter().filter_map(|root| root.strip(path).map(|rest| (root, rest)));
        let (root, rest) = inside.min_by_key(|(_, rest)| rest.components().count())?;
        Some(Route { root: Arc::clone(root), steps: steps(rest) })
    }
}

impl Root {
    fn open(path: &Path, rules: Option<PathRules>) -> Result<Self, ToolError> {
        let failed =
            |error: std::io::Error| fault::bad_root(format!("{}: {error}", path.display()));
        let given = std::path::absolute(path).map_err(failed)?;
        let canonical = std::fs::canonicalize(path).map_err(failed)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(CWD, &canonical, flags, Mode::empty())
            .and_then(|dir| rustix::fs::fstat(&dir).map(|stat| (dir, stat)));
        let (dir, stat) = opened.map_err(|error| failed(error.into()))?;
        if sys::is_process_fs(&dir) {
            return Err(fault::bad_root(format!("{}: a process file system", path.display())));
        }
        Ok(Root { dir: Arc::new(dir), given, canonical, device: stat.st_dev, rules })
    }

    fn strip<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        path.strip_prefix(&self.given).or_else(|_| path.strip_prefix(&self.canonical)).ok()
    }
}

/// The steps of a relative path.
pub(super) fn steps(path: &Path) -> VecDeque<Step> {
    let step = |component| match component {
        Component::Normal(name) => Some(Step::Name(name.to_owned())),
        Component::ParentDir => Some(Step::Up),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
    };
    path.components().filter_map(step).collect()
}
