//! The walk itself.

use std::ops::Range;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::overrides::Override;
use ignore::types::Types;
use rustix::fs::fstat;
use rustix::io::Errno;
use tool_core::exec::PathRules;

use super::ahead::{Ahead, Listed, read_folder};
use super::entries::{Entries, Reader};
use super::rules::{Rules, Verdict};
use super::{Skipped, git};
use crate::confine::{Folder, Kind, Root, sys};

/// Folders that a walk reads before it asks for help.
const ALONE: usize = 8;

/// Folders in folders that a walk goes into; each takes a handle.
const MAX_DEPTH: usize = 200;

/// How a tree is walked.
#[derive(Debug, Clone)]
pub(crate) struct WalkOptions {
    /// Whether names that start with a dot are walked.
    pub(crate) hidden: bool,
    /// Whether ignore files are heeded.
    pub(crate) ignore: bool,
    /// Folders in folders that are walked; 1 is the folder alone.
    pub(crate) depth: usize,
    /// Globs that include or exclude before any other rule.
    pub(crate) globs: Override,
    /// File types; others are left out.
    pub(crate) types: Types,
    /// Whether threads read folders ahead of the walk.
    pub(crate) ahead: bool,
    /// What the user's rules forbid to every tool; taken from the root that is walked.
    pub(crate) forbidden: Option<PathRules>,
}

impl Default for WalkOptions {
    fn default() -> Self {
        WalkOptions {
            hidden: false,
            ignore: true,
            depth: usize::MAX,
            globs: Override::empty(),
            types: Types::empty(),
            ahead: false,
            forbidden: None,
        }
    }
}

/// A walk below one folder.
pub(crate) struct Walk {
    options: WalkOptions,
    reader: Reader,
    stack: Vec<Level>,
    /// The full path of the entry last given; what is walked starts at `top`.
    path: Vec<u8>,
    top: usize,
    device: u64,
    ahead: Option<Ahead>,
    /// Folders that were gone into: few are not worth a thread.
    entered: usize,
    /// Whether the entry last given is a folder that is gone into next.
    descend: bool,
    closed: bool,
    left_unread: bool,
    pub(crate) skipped: Skipped,
}

struct Level {
    dir: Arc<OwnedFd>,
    entries: Entries,
    rules: Rules,
    /// Length of the folder's path, its last slash included.
    base: usize,
    /// Numbers of the folders in it that are read ahead.
    ahead: Range<u64>,
}

/// One entry of a walk.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    /// The folder that holds it.
    pub(crate) dir: &'a Arc<OwnedFd>,
    /// Its name in it.
    pub(crate) name: &'a [u8],
    /// Its path from the folder that is walked.
    pub(crate) path: &'a [u8],
    /// What it is.
    pub(crate) kind: Kind,
    /// 1 for what lies in the folder that is walked.
    pub(crate) depth: usize,
}

impl Walk {
    /// Starts a walk below `folder`.
    pub(crate) fn new(folder: &Folder, mut options: WalkOptions) -> Result<Self, Errno> {
        options.forbidden.clone_from(&folder.root.rules);
        let mut path = Vec::new();
        push_folder(&mut path, &folder.root.canonical);
        push_folder(&mut path, &folder.real);
        let top = path.len();
        let device = fstat(&folder.dir)?.st_dev;
        let mut reader = Reader::new();
        let entries = reader.read(&folder.dir)?;
        let mut rules = Rules::default();
        if options.ignore {
            let inherited = inherited(&folder.root, &folder.real);
            rules = heeded(inherited, &entries, &path, top);
            rules = rules.enter(top, &git::find(&folder.dir, &entries));
        }
        let first = Level { dir: Arc::clone(&folder.dir), entries, rules, base: top, ahead: 0..0 };
        Ok(Walk {
            options,
            reader,
            stack: vec![first],
            path,
            top,
            device,
            ahead: None,
            entered: 0,
            descend: false,
            closed: false,
            left_unread: false,
            skipped: Skipped::default(),
        })
    }

    /// Goes into no folder any more: only what was listed already is still given.
    pub(crate) fn close(&mut self) {
        self.closed = true;
        self.ahead = None;
    }

    /// Whether a folder was left unread because the walk was closed.
    pub(crate) fn left_unread(&self) -> bool {
        self.left_unread
    }

    /// Does not go into the folder that was given last.
    pub(crate) fn skip_folder(&mut self) {
        if std::mem::take(&mut self.descend)
            && let (Some(number), Some(ahead)) = (self.number(), &self.ahead)
        {
            ahead.forget(number);
        }
    }

    /// The number of the folder that was given last, if it is read ahead.
    fn number(&mut self) -> Option<u64> {
        self.stack.last_mut()?.ahead.next()
    }

    /// The next entry, in order.
    pub(crate) fn next(&mut self) -> Option<Entry<'_>> {
        if std::mem::take(&mut self.descend) {
            self.enter();
        }
        let kind = self.advance()?;
        let depth = self.stack.len();
        self.descend = kind == Kind::Directory && depth < self.options.depth;
        let level = self.stack.last()?;
        Some(Entry {
            dir: &level.dir,
            name: self.path.get(level.base..).unwrap_or_default(),
            path: self.path.get(self.top..).unwrap_or_default(),
            kind,
            depth,
        })
    }

    /// Puts the next entry that is not left out into `path`.
    fn advance(&mut self) -> Option<Kind> {
        loop {
            let level = self.stack.last_mut()?;
            self.path.truncate(level.base);
            let Some((name, kind)) = level.entries.next() else {
                if let Some(level) = self.stack.pop() {
                    self.reader.recycle(level.entries);
                }
                continue;
            };
            let is_hidden = name.first() == Some(&b'.');
            self.path.extend_from_slice(name);
            let is_dir = kind == Kind::Directory;
            match self.options.judge(&level.rules, &self.path, self.top, is_hidden, is_dir) {
                Judged::Kept => return Some(kind),
                Judged::Filtered => {}
                Judged::Forbidden => self.skipped.forbidden += 1,
                Judged::Ignored if is_dir => self.skipped.ignored_directories += 1,
                Judged::Ignored => self.skipped.ignored_files += 1,
                Judged::Hidden => self.skipped.hidden += 1,
            }
        }
    }

    /// Goes into the folder in `path`.
    fn enter(&mut self) {
        let number = self.number();
        let Some(level) = self.stack.last() else { return };
        if self.closed {
            self.left_unread = true;
            return;
        }
        if self.stack.len() >= MAX_DEPTH {
            if let (Some(number), Some(ahead)) = (number, &self.ahead) {
                ahead.forget(number);
            }
            self.warn("directories nested too deeply");
            return;
        }
        let heeds = self.options.ignore;
        let known = self.ahead.as_ref().zip(number).and_then(|(ahead, number)| ahead.take(number));
        let reading = known.unwrap_or_else(|| {
            let name = self.path.get(level.base..).unwrap_or_default();
            read_folder(&mut self.reader, &level.dir, name, self.device, heeds)
        });
        match reading {
            Ok(Some(Listed { dir, entries, found })) => {
                self.path.push(b'/');
                let base = self.path.len();
                let rules = if heeds { level.rules.enter(base, &found) } else { Rules::default() };
                self.entered += 1;
                self.stack.push(Level { dir, entries, rules, base, ahead: 0..0 });
                self.look_ahead();
            }
            Ok(None) => self.warn("a process file system"),
            // It became something else since it was listed.
            Err(Errno::NOENT | Errno::LOOP | Errno::NOTDIR) => self.warn("gone"),
            Err(Errno::ACCESS | Errno::PERM) => self.warn("permission denied"),
            Err(_) => self.warn("cannot be listed"),
        }
    }

    /// Lets the folders in the one just entered be read ahead.
    fn look_ahead(&mut self) {
        if !self.options.ahead || self.entered < ALONE {
            return;
        }
        let mut from = self.stack.len() - 1;
        if self.ahead.is_none() {
            self.ahead = Ahead::start(self.device, self.options.ignore);
            // Those that are still to come in the folders above are wanted too, but later.
            from = 0;
        }
        let Some(ahead) = &mut self.ahead else { return };
        for (above, level) in self.stack.iter_mut().enumerate().skip(from) {
            if above + 1 >= self.options.depth {
                return;
            }
            let mut path = self.path.get(..level.base).unwrap_or_default().to_vec();
            let mut kept = |name: &[u8]| {
                path.truncate(level.base);
                path.extend_from_slice(name);
                let is_hidden = name.first() == Some(&b'.');
                let judged = self.options.judge(&level.rules, &path, self.top, is_hidden, true);
                matches!(judged, Judged::Kept)
            };
            let folders = level.entries.rest().filter(|(_, kind)| *kind == Kind::Directory);
            let names: Vec<&[u8]> =
                folders.map(|(name, _)| name).filter(|name| kept(name)).collect();
            let first = ahead.want(&level.dir, names.iter().copied());
            level.ahead = first..first + names.len() as u64;
        }
    }

    fn warn(&mut self, why: &str) {
        let path = self.path.get(self.top..).unwrap_or_default();
        self.skipped.warn(path, why);
    }
}

enum Judged {
    Kept,
    Filtered,
    Ignored,
    Hidden,
    Forbidden,
}

impl WalkOptions {
    fn judge(&self, rules: &Rules, path: &[u8], top: usize, hidden: bool, dir: bool) -> Judged {
        // The user's word stands above what was asked for.
        if let Some(forbidden) = &self.forbidden
            && forbidden.denies(Path::new(std::ffi::OsStr::from_bytes(path))).is_some()
        {
            return Judged::Forbidden;
        }
        if !self.globs.is_empty() {
            let inside = path.get(top..).unwrap_or_default();
            match self.globs.matched(Path::new(std::ffi::OsStr::from_bytes(inside)), dir) {
                Match::Whitelist(_) => return Judged::Kept,
                Match::Ignore(_) => return Judged::Filtered,
                Match::None => {}
            }
        }
        let mut verdict = match rules.is_empty() {
            true => Verdict::Silent,
            false => rules.judge(path, top, dir),
        };
        if verdict != Verdict::Ignored && !self.types.is_empty() {
            let inside = path.get(top..).unwrap_or_default();
            match self.types.matched(Path::new(std::ffi::OsStr::from_bytes(inside)), dir) {
                Match::Whitelist(_) => verdict = Verdict::Wanted,
                Match::Ignore(_) => return Judged::Filtered,
                Match::None => {}
            }
        }
        match verdict {
            Verdict::Ignored => Judged::Ignored,
            Verdict::Silent if hidden && !self.hidden => Judged::Hidden,
            Verdict::Silent | Verdict::Wanted => Judged::Kept,
        }
    }
}

/// Appends a folder's path and a slash.
fn push_folder(path: &mut Vec<u8>, name: &Path) {
    path.extend_from_slice(name.as_os_str().as_bytes());
    if !path.is_empty() && path.last() != Some(&b'/') {
        path.push(b'/');
    }
}

/// The rules of the folders above the one that is walked.
fn inherited(root: &Root, real: &Path) -> Rules {
    let mut rules = Rules::global();
    let mut path = Vec::new();
    let above: Vec<&Path> = root.canonical.ancestors().skip(1).collect();
    for folder in above.into_iter().rev() {
        path.clear();
        push_folder(&mut path, folder);
        if let Some(found) = git::above(folder) {
            rules = rules.enter(path.len(), &found);
        }
    }
    path.clear();
    push_folder(&mut path, &root.canonical);
    let mut dir = Arc::clone(&root.dir);
    for name in real {
        rules = rules.enter(path.len(), &git::probe(&dir));
        match sys::pass(&dir, name) {
            Ok(next) => dir = Arc::new(next),
            Err(_) => break,
        }
        push_folder(&mut path, Path::new(name));
    }
    rules
}

/// Rules from above that hide everything in the folder are not heeded in it: whoever names a
/// folder wants to see it.
fn heeded(rules: Rules, entries: &Entries, path: &[u8], top: usize) -> Rules {
    if rules.is_empty() {
        return rules;
    }
    let mut full = path.to_vec();
    let mut any = false;
    for (name, kind) in entries.all() {
        full.truncate(top);
        full.extend_from_slice(name);
        if rules.judge(&full, top, kind == Kind::Directory) != Verdict::Ignored {
            return rules;
        }
        any = true;
    }
    if any { rules.without_files() } else { rules }
}
