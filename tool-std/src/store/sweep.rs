//! Removing what a killed process left behind.

use std::collections::HashSet;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};

use rustix::fs::{AtFlags, Dir, fstat, unlinkat};
use rustix::process::{Pid, test_kill_process};

use crate::confine::sys;

/// Most folders that are remembered as swept.
const MOST: usize = 10_000;

/// Removes hidden names that processes which are gone left in a folder; once a folder.
///
/// They begin with `prefix`, followed by the number of their process.
pub(super) fn sweep(dir: &OwnedFd, prefix: &str) {
    static SWEPT: Mutex<Option<HashSet<(u64, u64)>>> = Mutex::new(None);
    let Ok(stat) = fstat(dir) else { return };
    {
        let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let swept = swept.get_or_insert_default();
        if swept.len() >= MOST {
            swept.clear();
        }
        if !swept.insert((stat.st_dev, stat.st_ino)) {
            return;
        }
    }
    let Ok(entries) = sys::list(dir, ".").and_then(Dir::new) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Ok(text) = name.to_str() else { continue };
        let process = text.strip_prefix(prefix).and_then(|rest| rest.split('-').next());
        let Some(process) = process.and_then(|number| Pid::from_raw(number.parse().ok()?)) else {
            continue;
        };
        if test_kill_process(process) == Err(rustix::io::Errno::SRCH) {
            // If it cannot be removed it stays, hidden as it is.
            let _ = unlinkat(dir, name, AtFlags::empty());
        }
    }
}
