//! One writer a file, within this process.

use std::collections::HashSet;
use std::ffi::OsString;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tool_core::{Cancel, ToolError};

use crate::confine::fault;

/// Between two looks at whether a waiting call is withdrawn.
const LOOK: Duration = Duration::from_millis(50);

/// A name in a folder: the place of a file, however its path is spelt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    /// Device and number of the folder.
    pub(super) folder: (u64, u64),
    pub(super) name: OsString,
}

static HELD: Mutex<Option<HashSet<Key>>> = Mutex::new(None);
static FREED: Condvar = Condvar::new();

/// The right to change some places; given back when dropped.
#[derive(Debug)]
pub(crate) struct Held(Vec<Key>);

/// Waits until all these places are free, and takes them together, so that two calls that each
/// want what the other has cannot wait for each other.
pub(crate) fn hold(keys: Vec<Key>, cancel: &Cancel) -> Result<Held, ToolError> {
    let mut held = locked();
    loop {
        let set = held.get_or_insert_default();
        if keys.iter().all(|key| !set.contains(key)) {
            set.extend(keys.iter().cloned());
            return Ok(Held(keys));
        }
        if cancel.is_cancelled() {
            return Err(fault::withdrawn());
        }
        held = FREED.wait_timeout(held, LOOK).unwrap_or_else(PoisonError::into_inner).0;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(set) = locked().as_mut() {
            for key in &self.0 {
                set.remove(key);
            }
        }
        FREED.notify_all();
    }
}

fn locked() -> MutexGuard<'static, Option<HashSet<Key>>> {
    // A panic while it is held cannot leave the set half changed.
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}
