//! Finding and reading the ignore files of a folder.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{FileType, fstat};

use super::entries::Entries;
use super::rules::Found;
use crate::confine::sys;

/// Bytes of an ignore file that are read.
const MAX_BYTES: u64 = 4 << 20;

/// The ignore files of a folder that was listed.
pub(super) fn find(dir: &OwnedFd, entries: &Entries) -> Found {
    let read = |name: &[u8]| if entries.has(name) { read_file(dir, name) } else { None };
    let is_git = entries.has(b".git");
    Found {
        rgignore: read(b".rgignore"),
        ignore: read(b".ignore"),
        gitignore: read(b".gitignore"),
        exclude: if is_git { read_exclude(dir) } else { None },
        is_repository: is_git || entries.has(b".jj"),
    }
}

/// The ignore files of a folder that is only passed through.
pub(super) fn probe(dir: &OwnedFd) -> Found {
    let exists =
        |name: &str| rustix::fs::statat(dir, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW).is_ok();
    let is_git = exists(".git");
    Found {
        rgignore: read_file(dir, b".rgignore"),
        ignore: read_file(dir, b".ignore"),
        gitignore: read_file(dir, b".gitignore"),
        exclude: if is_git { read_exclude(dir) } else { None },
        is_repository: is_git || exists(".jj"),
    }
}

/// The ignore files of a folder above the roots.
///
/// The host chose a root inside a repository, so the repository's rules hold in it, as they do
/// for every other tool. Only these fixed names are looked at, and nothing of them is shown.
pub(super) fn above(dir: &Path) -> Option<Found> {
    sys::list(rustix::fs::CWD, dir).ok().map(|dir| probe(&dir))
}

fn read_exclude(dir: &OwnedFd) -> Option<Vec<u8>> {
    let git = sys::pass(dir, ".git").ok()?;
    let info = sys::pass(&git, "info").ok()?;
    read_file(&info, b"exclude")
}

/// A regular file, never through a link.
fn read_file(dir: &OwnedFd, name: &[u8]) -> Option<Vec<u8>> {
    let handle = sys::read(dir, name).ok()?;
    let stat = fstat(&handle).ok()?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return None;
    }
    let mut bytes = Vec::new();
    File::from(handle).take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
