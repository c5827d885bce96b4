//! A recoverable place for what is deleted, in the form that desktops know.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Mode, OFlags, RenameFlags, mkdirat, openat, renameat_with, unlinkat,
};
use rustix::io::Errno;
use tool_core::{ToolContext, ToolError};

use super::place::Place;
use crate::confine::{Spot, fault, sys};
use crate::text::quoted;
use crate::time::rfc3339;

/// Names that are tried for one file before the trash counts as full of them.
const MOST_NAMES: u32 = 10_000;

/// The folder that deleted files go to, given by the host as state.
///
/// Without it they go to the user's trash (`$XDG_DATA_HOME/Trash`), or, where that is on another
/// disk, to `.Trash-…` in the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashDir(PathBuf);

impl TrashDir {
    /// A trash in this folder; it is made when it is needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        TrashDir(folder.into())
    }
}

/// The trash of one call.
#[derive(Debug, Clone)]
pub(crate) struct Trash(Option<PathBuf>);

impl Trash {
    /// The trash that the host gave, or the user's.
    pub(crate) fn of(ctx: &ToolContext) -> Self {
        let given = ctx.state::<TrashDir>().map(|dir| dir.0.clone());
        Trash(given.or_else(|| {
            let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
            let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share"));
            let data = data.filter(|data| data.is_absolute()).or_else(home)?;
            Some(data.join("Trash"))
        }))
    }

    /// Moves what is at a place into the trash; the name that it has there.
    pub(crate) fn take(&self, place: &Place) -> Result<OsString, ToolError> {
        let spot = &place.spot;
        let first = self.0.as_ref().and_then(|path| open_users(path).ok());
        if let Some(bin) = first {
            match bin.take(spot) {
                Err(Errno::XDEV) => {}
                taken => return taken.map_err(|error| fault::system(&place.shown(), error)),
            }
        }
        open_in_root(spot).and_then(|bin| bin.take(spot)).map_err(|error| match error {
            Errno::XDEV | Errno::ROFS | Errno::ACCESS => ToolError::new(format!(
                "there is no trash on the disk of {}; nothing was deleted",
                quoted(&place.shown())
            ))
            .hint("Set `permanent` to true to delete it for good, if the user wants that."),
            error => fault::system(&place.shown(), error),
        })
    }
}

/// An open trash: what was deleted, and where each came from.
struct Bin {
    files: OwnedFd,
    info: OwnedFd,
}

fn open_users(path: &Path) -> Result<Bin, Errno> {
    let made = |name: &str| {
        let path = path.join(name);
        fs::create_dir_all(&path)
            .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
        sys::list(CWD, &path)
    };
    Ok(Bin { files: made("files")?, info: made("info")? })
}

fn open_in_root(spot: &Spot) -> Result<Bin, Errno> {
    let name = format!(".Trash-{}", rustix::process::getuid().as_raw());
    let made = |dir: &OwnedFd, name: &str| match mkdirat(dir, name, Mode::from_raw_mode(0o700)) {
        Ok(()) | Err(Errno::EXIST) => sys::list(dir, name),
        Err(error) => Err(error),
    };
    let trash = made(&spot.root.dir, &name)?;
    Ok(Bin { files: made(&trash, "files")?, info: made(&trash, "info")? })
}

impl Bin {
    fn take(&self, spot: &Spot) -> Result<OsString, Errno> {
        for count in 1..MOST_NAMES {
            let mut name = spot.name.clone();
            if count > 1 {
                name.push(format!(".{count}"));
            }
            let mut info = name.clone();
            info.push(".trashinfo");
            // The note comes first: by it the name is taken.
            match self.note(&info, spot) {
                Ok(()) => {}
                Err(Errno::EXIST) => continue,
                Err(error) => return Err(error),
            }
            match renameat_with(&spot.dir, &spot.name, &self.files, &name, RenameFlags::NOREPLACE) {
                Ok(()) => return Ok(name),
                Err(error) => {
                    let _ = unlinkat(&self.info, &info, AtFlags::empty());
                    if error != Errno::EXIST {
                        return Err(error);
                    }
                }
            }
        }
        Err(Errno::EXIST)
    }

    fn note(&self, name: &OsStr, spot: &Spot) -> Result<(), Errno> {
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = openat(&self.info, name, flags, Mode::from_raw_mode(0o600))?;
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
        let date = rfc3339(i64::try_from(now).unwrap_or_default());
        let path = encoded(spot.root.canonical.join(&spot.real).as_os_str().as_bytes());
        let text =
            format!("[Trash Info]\nPath={path}\nDeletionDate={}\n", date.trim_end_matches('Z'));
        fs::File::from(file)
            .write_all(text.as_bytes())
            .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
    }
}

/// A path as a note in the trash writes it.
fn encoded(path: &[u8]) -> String {
    let mut text = String::new();
    for &byte in path {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing into a `String` does not fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}
