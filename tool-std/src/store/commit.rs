//! New content of a file: written aside, and put in its place in one step.
//!
//! Where the system can, the new content has no name until it is complete, so a process that is
//! killed leaves nothing behind. Where a file is replaced there is one moment at which it has a
//! hidden name of its own, just before that becomes the file's name.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{
    AtFlags, CWD, Gid, Mode, OFlags, Stat, Uid, fchmod, fchown, fstat, linkat, openat, renameat,
    statat, unlinkat,
};
use rustix::io::Errno;
use tool_core::{Cancel, ToolError};

use super::place::Place;
use super::seen::Version;
use super::sweep::sweep;
use crate::confine::fault;
use crate::text::quoted;

/// Bytes that are written between two looks at whether the call is withdrawn.
const CHUNK: usize = 1 << 20;

/// Bits of a file's mode that a change keeps.
const KEPT_MODE: u32 = 0o7777;

/// How all names of new content that is not yet in its place begin.
const PREFIX: &str = ".tool-std-new-";

/// What must be at a place when new content is put there.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Before {
    /// Nothing.
    Absent,
    /// The file as it was read.
    Version(Version),
}

/// New content that is complete, and not yet in its place.
#[derive(Debug)]
pub(crate) struct Staged {
    file: File,
    /// Its name, if it has one.
    named: Option<OsString>,
    dir: Arc<OwnedFd>,
    name: OsString,
    shown: String,
    before: Before,
}

impl Staged {
    /// Writes content aside, with the mode and the owner of what it will replace.
    pub(crate) fn new(
        place: &Place,
        before: Before,
        content: &[u8],
        cancel: &Cancel,
    ) -> Result<Self, ToolError> {
        Staged::like(place, before, content, place.stat(), cancel)
    }

    /// Writes content aside, with the mode and the owner of some file.
    pub(crate) fn like(
        place: &Place,
        before: Before,
        content: &[u8],
        old: Option<&Stat>,
        cancel: &Cancel,
    ) -> Result<Self, ToolError> {
        let shown = place.shown().into_owned();
        let dir = Arc::clone(&place.spot.dir);
        sweep(&dir, PREFIX);
        let (file, named) = aside(&dir).map_err(|error| fault::system(&shown, error))?;
        let name = place.spot.name.clone();
        let staged = Staged { file, named, dir, name, shown, before };
        staged.fill(content, old, cancel)?;
        Ok(staged)
    }

    fn fill(&self, content: &[u8], old: Option<&Stat>, cancel: &Cancel) -> Result<(), ToolError> {
        let failed = |error: io::Error| match Errno::from_io_error(&error) {
            Some(error) => no_space(&self.shown, error),
            None => ToolError::new(format!("{} cannot be written", quoted(&self.shown))),
        };
        for chunk in content.chunks(CHUNK) {
            if cancel.is_cancelled() {
                return Err(fault::withdrawn());
            }
            (&self.file).write_all(chunk).map_err(failed)?;
        }
        if let Some(old) = old {
            // Only the superuser can give a file away; others keep their own name on it.
            let owner = (Uid::from_raw(old.st_uid), Gid::from_raw(old.st_gid));
            let _ = fchown(&self.file, Some(owner.0), Some(owner.1));
            fchmod(&self.file, Mode::from_raw_mode(old.st_mode & KEPT_MODE))
                .map_err(|error| fault::system(&self.shown, error))?;
        }
        self.file.sync_data().map_err(failed)
    }

    /// Makes the content executable for those who may read it, or for nobody.
    pub(crate) fn set_executable(&self, executable: bool) -> Result<(), ToolError> {
        let system = |error| fault::system(&self.shown, error);
        let mode = fstat(&self.file).map_err(system)?.st_mode & KEPT_MODE;
        fchmod(&self.file, Mode::from_raw_mode(with_execution(mode, executable))).map_err(system)
    }

    /// Puts the content in its place, if that is still as it was. What the file is then.
    pub(crate) fn commit(mut self) -> Result<Stat, ToolError> {
        self.check()?;
        let put = match self.before {
            Before::Absent => self.appear(),
            Before::Version(_) => self.replace(),
        };
        match put {
            Ok(()) => {}
            Err(Errno::EXIST) => return Err(self.conflict("it was made by someone else")),
            Err(error) => return Err(no_space(&self.shown, error)),
        }
        self.named = None;
        fstat(&self.file).map_err(|error| fault::system(&self.shown, error))
    }

    /// Fails if the place is not as it was.
    pub(crate) fn check(&self) -> Result<(), ToolError> {
        let now = statat(&self.dir, &self.name, AtFlags::SYMLINK_NOFOLLOW);
        match (self.before, now) {
            (Before::Absent, Err(Errno::NOENT)) => Ok(()),
            (Before::Absent, Ok(_)) => Err(self.conflict("it was made by someone else")),
            (Before::Version(old), Ok(now)) if old == Version::from(&now) => Ok(()),
            (Before::Version(_), Ok(_)) => Err(self.conflict("it was changed by someone else")),
            (Before::Version(_), Err(Errno::NOENT)) => {
                Err(self.conflict("it was deleted by someone else"))
            }
            (_, Err(error)) => Err(fault::system(&self.shown, error)),
        }
    }

    fn conflict(&self, why: &str) -> ToolError {
        ToolError::new(format!("{} was left as it is: {why} meanwhile", quoted(&self.shown)))
            .hint("Read it again, then decide what to change.")
            .retryable()
    }

    /// Gives the content the name of a file that is not there.
    fn appear(&self) -> Result<(), Errno> {
        match &self.named {
            Some(named) => {
                linkat(&self.dir, named, &self.dir, &self.name, AtFlags::empty())?;
                // Its first name goes when this is dropped.
                let _ = unlinkat(&self.dir, named, AtFlags::empty());
                Ok(())
            }
            None => self.link(&self.name),
        }
    }

    /// Gives the content the name of the file that it replaces.
    fn replace(&mut self) -> Result<(), Errno> {
        let named = match self.named.take() {
            Some(named) => named,
            None => {
                let named = fresh_name();
                self.link(&named)?;
                named
            }
        };
        self.named = Some(named.clone());
        renameat(&self.dir, &named, &self.dir, &self.name)
    }

    /// Names content that has no name.
    fn link(&self, name: &OsStr) -> Result<(), Errno> {
        let handle = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        linkat(CWD, handle.as_str(), &self.dir, name, AtFlags::SYMLINK_FOLLOW)
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Some(named) = &self.named {
            let _ = unlinkat(&self.dir, named, AtFlags::empty());
        }
    }
}

/// Opens a file without a name, or with a hidden one where there is no such thing.
fn aside(dir: &OwnedFd) -> Result<(File, Option<OsString>), Errno> {
    let mode = Mode::from_raw_mode(0o666);
    #[cfg(target_os = "linux")]
    {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        match openat(dir, ".", flags, mode) {
            // Without `/proc` it could never be named.
            Ok(file) if std::fs::exists("/proc/self/fd").unwrap_or_default() => {
                return Ok((File::from(file), None));
            }
            Ok(_) | Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => {}
            Err(error) => return Err(error),
        }
    }
    let flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let name = fresh_name();
    openat(dir, &name, flags, mode).map(|file| (File::from(file), Some(name)))
}

/// A mode in which those who may read may also execute, or nobody may.
pub(crate) fn with_execution(mode: u32, executable: bool) -> u32 {
    if executable { mode | (mode & 0o444) >> 2 } else { mode & !0o111 }
}

/// A name that no other content has: of this process, at this time, in this order.
pub(crate) fn fresh_name() -> OsString {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
    OsString::from(format!("{PREFIX}{}-{count}-{time:x}", std::process::id()))
}

/// An error of writing: a full disk is named as such.
fn no_space(path: &str, error: Errno) -> ToolError {
    match error {
        Errno::NOSPC | Errno::DQUOT => {
            ToolError::new(format!("{} was left as it is: the disk is full", quoted(path)))
        }
        Errno::FBIG => {
            ToolError::new(format!("{} was left as it is: it would be too large", quoted(path)))
        }
        Errno::ROFS => ToolError::new(format!("{} is on a read-only disk", quoted(path))),
        error => fault::system(path, error),
    }
}
