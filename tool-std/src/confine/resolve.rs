//! The walk from a root to an entry, one name and one handle at a time.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{AtFlags, FileType, Stat, fstat, readlinkat, statat};
use rustix::io::Errno;
use tool_core::ToolError;

use super::roots::{Root, Roots, Step, steps};
use super::{Kind, fault, near, sys};

/// Links that a walk follows before it gives up, as on Linux.
const MAX_LINKS: u32 = 40;

/// How often a step is tried again when the disk changes under it.
const MAX_RACES: u32 = 64;

/// What is done with a link at the end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    /// It is followed, inside the roots.
    Follow,
    /// It is what the caller wants.
    Keep,
}

/// An entry of a folder inside a root: there, or not there yet.
#[derive(Debug)]
pub(crate) struct Spot {
    pub(crate) root: Arc<Root>,
    /// The folder that holds it, or the deepest one that exists.
    pub(crate) dir: Arc<OwnedFd>,
    /// Its name in `dir`; `.` for a root itself.
    pub(crate) name: OsString,
    /// What is there.
    pub(crate) stat: Option<Stat>,
    /// Names between `dir` and the entry that do not exist, `name` not among them.
    pub(crate) absent: Vec<OsString>,
    /// The path from the root without links.
    pub(crate) real: PathBuf,
}

impl Spot {
    /// What is there, if anything.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.stat.as_ref().map(|stat| FileType::from_raw_mode(stat.st_mode).into())
    }
}

struct Walk<'a> {
    roots: &'a Roots,
    shown: &'a str,
    root: Arc<Root>,
    /// Folders from the root down, the root not among them.
    stack: Vec<(Arc<OwnedFd>, OsString, u64)>,
    pending: VecDeque<Step>,
    links: u32,
    races: u32,
}

impl Roots {
    /// Walks to the entry that `path` names. What does not exist is no error.
    pub(crate) fn resolve(&self, path: &Path, last: Last) -> Result<Spot, ToolError> {
        let shown = path.to_string_lossy();
        let route = self.route(path, &shown)?;
        let mut walk = Walk {
            roots: self,
            shown: &shown,
            root: route.root,
            stack: Vec::new(),
            pending: route.steps,
            links: 0,
            races: 0,
        };
        let spot = walk.run(last)?;
        if let Some(rules) = &spot.root.rules
            && let Some(rule) = rules.denies(&spot.root.canonical.join(&spot.real))
        {
            return Err(fault::forbidden(&shown, rule));
        }
        Ok(spot)
    }

    /// Walks to an entry that must be there.
    pub(crate) fn existing(&self, path: &Path, last: Last) -> Result<Spot, ToolError> {
        let spot = self.resolve(path, last)?;
        if spot.stat.is_some() {
            return Ok(spot);
        }
        let near = near::names(&spot, self.shown(path));
        Err(fault::missing(&path.to_string_lossy(), &near))
    }
}

impl Walk<'_> {
    fn run(&mut self, last: Last) -> Result<Spot, ToolError> {
        while let Some(step) = self.pending.pop_front() {
            let name = match step {
                Step::Up if self.stack.pop().is_some() => continue,
                Step::Up => return Err(fault::outside(self.shown)),
                Step::Name(name) => name,
            };
            let is_last = self.pending.is_empty();
            let stat = match statat(self.dir(), &name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => stat,
                Err(Errno::NOENT) => return self.absent(name),
                Err(error) => return Err(fault::system(self.shown, error)),
            };
            match FileType::from_raw_mode(stat.st_mode).into() {
                Kind::Directory => self.enter(name)?,
                Kind::Symlink if !is_last || last == Last::Follow => self.follow(name)?,
                _ if is_last => return Ok(self.spot(name, Some(stat), Vec::new())),
                kind => return Err(fault::not_a_folder(self.shown, kind)),
            }
        }
        self.here()
    }

    /// The handle of the folder that the walk stands in.
    fn dir(&self) -> &Arc<OwnedFd> {
        self.stack.last().map_or(&self.root.dir, |(dir, _, _)| dir)
    }

    fn device(&self) -> u64 {
        self.stack.last().map_or(self.root.device, |(_, _, device)| *device)
    }

    fn enter(&mut self, name: OsString) -> Result<(), ToolError> {
        let dir = match sys::pass(self.dir(), &name) {
            Ok(dir) => dir,
            Err(Errno::LOOP | Errno::NOTDIR) => return self.again(name),
            Err(error) => return Err(fault::system(self.shown, error)),
        };
        let stat = fstat(&dir).map_err(|error| fault::system(self.shown, error))?;
        if stat.st_dev != self.device() && sys::is_process_fs(&dir) {
            return Err(fault::process_fs(self.shown));
        }
        self.stack.push((Arc::new(dir), name, stat.st_dev));
        Ok(())
    }

    fn follow(&mut self, name: OsString) -> Result<(), ToolError> {
        self.links += 1;
        if self.links > MAX_LINKS {
            return Err(fault::system(self.shown, Errno::LOOP));
        }
        let target = match readlinkat(self.dir(), &name, Vec::new()) {
            Ok(target) => target,
            Err(Errno::INVAL) => return self.again(name),
            Err(error) => return Err(fault::system(self.shown, error)),
        };
        let target = {
            use std::os::unix::ffi::OsStrExt;
            Path::new(OsStr::from_bytes(target.as_bytes()))
        };
        let mut steps = if target.is_absolute() {
            let route = self.roots.find(target).ok_or_else(|| fault::outside(self.shown))?;
            self.root = route.root;
            self.stack.clear();
            route.steps
        } else {
            steps(target)
        };
        steps.append(&mut self.pending);
        self.pending = steps;
        Ok(())
    }

    /// What was seen is no longer so: the step is taken again.
    fn again(&mut self, name: OsString) -> Result<(), ToolError> {
        self.races += 1;
        if self.races > MAX_RACES {
            return Err(fault::system(self.shown, Errno::AGAIN));
        }
        self.pending.push_front(Step::Name(name));
        Ok(())
    }

    /// A name that is not there. What follows it must be names too.
    fn absent(&mut self, name: OsString) -> Result<Spot, ToolError> {
        let mut names = vec![name];
        for step in std::mem::take(&mut self.pending) {
            match step {
                Step::Name(name) => names.push(name),
                Step::Up => return Err(fault::missing(self.shown, &[])),
            }
        }
        let name = names.pop().unwrap_or_default();
        Ok(self.spot(name, None, names))
    }

    /// The folder that the walk ended in.
    fn here(&mut self) -> Result<Spot, ToolError> {
        let failed = |error| fault::system(self.shown, error);
        let stat = fstat(self.dir()).map_err(failed)?;
        match self.stack.pop() {
            Some((_, name, _)) => Ok(self.spot(name, Some(stat), Vec::new())),
            None => Ok(self.spot(OsString::from("."), Some(stat), Vec::new())),
        }
    }

    fn spot(&self, name: OsString, stat: Option<Stat>, absent: Vec<OsString>) -> Spot {
        let folders = self.stack.iter().map(|(_, name, _)| name);
        let mut real: PathBuf = folders.chain(&absent).collect();
        if name != "." {
            real.push(&name);
        }
        let dir = Arc::clone(self.dir());
        Spot { root: Arc::clone(&self.root), dir, name, stat, absent, real }
    }
}
