//! How much there is below a name.

use std::ffi::OsStr;
use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, FileType, statat};
use rustix::path::Arg;
use tool_core::Cancel;

use super::report::Counts;
use crate::confine::sys;
use crate::walk::Reader;

/// Entries that are counted at most.
const MOST: u64 = 1_000_000;

/// Folders in folders that are looked into.
const DEEPEST: usize = 200;

/// Counts what a name stands for, through no link.
pub(super) fn count(dir: &OwnedFd, name: &OsStr, cancel: &Cancel) -> Counts {
    let mut counts = Counts::default();
    add(dir, name, &mut counts, &mut Reader::new(), cancel, 0);
    counts
}

fn add<P: Arg + Copy>(
    dir: &OwnedFd,
    name: P,
    counts: &mut Counts,
    reader: &mut Reader,
    cancel: &Cancel,
    depth: usize,
) {
    if counts.files + counts.directories >= MOST || depth > DEEPEST || cancel.is_cancelled() {
        counts.more = true;
        return;
    }
    let Ok(stat) = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW) else { return };
    if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
        counts.files += 1;
        counts.bytes += u64::try_from(stat.st_size).unwrap_or_default();
        return;
    }
    counts.directories += 1;
    let opened = sys::list(dir, name).and_then(|dir| Ok((reader.read(&dir)?, dir)));
    let Ok((entries, dir)) = opened else {
        counts.more = true;
        return;
    };
    for (name, _) in entries.all() {
        add(&dir, name, counts, reader, cancel, depth + 1);
    }
    reader.recycle(entries);
}
