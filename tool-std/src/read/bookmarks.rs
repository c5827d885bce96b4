//! Where lines of large files begin, so that going on does not count them all again.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::store::Version;

/// Most places that are remembered.
const MOST: usize = 128;

/// A line of one state of one file, and the byte at which it begins.
#[derive(Debug, Clone, Copy)]
struct Bookmark {
    version: Version,
    line: u64,
    byte: u64,
}

static PLACES: Mutex<VecDeque<Bookmark>> = Mutex::new(VecDeque::new());

/// Remembers where a line begins.
pub(super) fn remember(version: Version, line: u64, byte: u64) {
    let mut places = locked();
    places.retain(|place| (place.version, place.line) != (version, line));
    if places.len() >= MOST {
        places.pop_front();
    }
    places.push_back(Bookmark { version, line, byte });
}

/// The last known line that is not behind `line`, with its first byte.
pub(super) fn before(version: Version, line: u64) -> Option<(u64, u64)> {
    let places = locked();
    let known = places.iter().filter(|place| place.version == version && place.line <= line);
    known.max_by_key(|place| place.line).map(|place| (place.line, place.byte))
}

fn locked() -> MutexGuard<'static, VecDeque<Bookmark>> {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}
