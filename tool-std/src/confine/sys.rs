//! The few calls that differ between systems.

use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Mode, OFlags, openat};
use rustix::io::Errno;

/// Flags with which a folder is opened on the way to something else: it is not read.
#[cfg(target_os = "linux")]
const PASS: OFlags =
    OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const PASS: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Flags with which anything is opened for reading: never through a link, never waiting for
/// the other end of a pipe, never becoming the terminal of this process.
const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// Opens the folder `name` in `dir`, only to go through it.
pub(crate) fn pass<P: rustix::path::Arg>(dir: impl AsFd, name: P) -> Result<OwnedFd, Errno> {
    openat(dir, name, PASS, Mode::empty())
}

/// Opens `name` in `dir` for reading, whatever it is; a link is [`Errno::LOOP`].
pub(crate) fn read<P: rustix::path::Arg>(dir: impl AsFd, name: P) -> Result<OwnedFd, Errno> {
    openat(dir, name, READ, Mode::empty())
}

/// Opens the folder `name` in `dir` for listing.
pub(crate) fn list<P: rustix::path::Arg>(dir: impl AsFd, name: P) -> Result<OwnedFd, Errno> {
    openat(dir, name, READ.union(OFlags::DIRECTORY), Mode::empty())
}

/// Whether the handle lies on a process file system: its files show other processes, and
/// its links lead anywhere.
#[cfg(target_os = "linux")]
pub(crate) fn is_process_fs(handle: impl AsFd) -> bool {
    rustix::fs::fstatfs(handle).is_ok_and(|fs| fs.f_type == rustix::fs::PROC_SUPER_MAGIC)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn is_process_fs(_: impl AsFd) -> bool {
    false
}
