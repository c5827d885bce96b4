//! Removing for good, by handles: what is a link goes itself, never what it leads to.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, unlinkat};
use rustix::io::Errno;
use rustix::path::Arg;

use crate::confine::sys;
use crate::walk::Reader;

/// Folders in folders that are gone into.
const DEEPEST: usize = 200;

/// Removes a name with all below it.
pub(super) fn remove<P: Arg + Copy>(dir: &OwnedFd, name: P) -> Result<(), Errno> {
    below(dir, name, &mut Reader::new(), 0)
}

fn below<P: Arg + Copy>(
    dir: &OwnedFd,
    name: P,
    reader: &mut Reader,
    depth: usize,
) -> Result<(), Errno> {
    if depth > DEEPEST {
        return Err(Errno::NAMETOOLONG);
    }
    match unlinkat(dir, name, AtFlags::empty()) {
        // Linux says the one, other systems the other.
        Err(Errno::ISDIR | Errno::PERM) => {}
        done => return done,
    }
    let inside = sys::list(dir, name)?;
    let entries = reader.read(&inside)?;
    for (name, _) in entries.all() {
        below(&inside, name, reader, depth + 1)?;
    }
    reader.recycle(entries);
    unlinkat(dir, name, AtFlags::REMOVEDIR)
}
