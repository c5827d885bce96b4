//! What a session has read, so that it overwrites only what it knows.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::fs::Stat;
use tool_core::ToolContext;

use crate::confine::Spot;

/// Most sessions, and most files of one, that are remembered.
const MOST_SESSIONS: usize = 256;
const MOST_FILES: usize = 10_000;

/// One state of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    device: u64,
    number: u64,
    size: i64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl From<&Stat> for Version {
    #[allow(clippy::useless_conversion, reason = "the types differ between systems")]
    fn from(stat: &Stat) -> Self {
        Version {
            device: stat.st_dev,
            number: stat.st_ino,
            size: stat.st_size,
            modified: (stat.st_mtime, i64::try_from(stat.st_mtime_nsec).unwrap_or_default()),
            changed: (stat.st_ctime, i64::try_from(stat.st_ctime_nsec).unwrap_or_default()),
        }
    }
}

#[derive(Debug, Clone)]
struct Record {
    version: Version,
    /// Lines read from the first on, without gap.
    lines: u64,
    whole: bool,
    used: u64,
}

/// The memory of one session.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    session: String,
}

/// Where a file lies: its root and its path in it, without links.
type Site = (PathBuf, PathBuf);

#[derive(Default)]
struct Memory {
    sessions: HashMap<String, Session>,
    clock: u64,
}

#[derive(Default)]
struct Session {
    files: HashMap<Site, Record>,
    used: u64,
}

static MEMORY: Mutex<Option<Memory>> = Mutex::new(None);

impl Seen {
    /// The memory of the session that a call belongs to.
    pub(crate) fn of(ctx: &ToolContext) -> Self {
        Seen { session: ctx.session_id().to_owned() }
    }

    /// Notes that lines were read: from `first` to `last`, and whether the file ends there.
    pub(crate) fn read(&self, spot: &Spot, stat: &Stat, first: u64, last: u64, ends: bool) {
        let version = Version::from(stat);
        self.with(spot, |record| {
            let known = record.as_ref().filter(|known| known.version == version);
            let (mut lines, mut whole) =
                known.map_or((0, false), |known| (known.lines, known.whole));
            if first <= lines + 1 {
                lines = lines.max(last);
                whole |= ends;
            }
            *record = Some(Record { version, lines, whole, used: 0 });
        });
    }

    /// Notes what a file has become by a change of this session.
    pub(crate) fn changed(&self, spot: &Spot, stat: &Stat, whole: bool) {
        let version = Version::from(stat);
        self.with(spot, |record| {
            let whole = whole || record.as_ref().is_some_and(|record| record.whole);
            *record = Some(Record { version, lines: 0, whole, used: 0 });
        });
    }

    /// Forgets a file.
    pub(crate) fn forget(&self, spot: &Spot) {
        self.with(spot, |record| *record = None);
    }

    /// Notes that a file has another place now.
    pub(crate) fn moved(&self, from: &Spot, to: &Spot) {
        let mut taken = None;
        self.with(from, |record| taken = record.take());
        let Some(record) = taken else { return };
        // Moving changes the time of change, though not the content.
        let stat = rustix::fs::statat(&to.dir, &to.name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW);
        if let Ok(stat) = stat {
            let version = Version::from(&stat);
            let same = version.size == record.version.size
                && version.modified == record.version.modified
                && version.number == record.version.number;
            if same {
                self.with(to, |place| *place = Some(Record { version, ..record }));
            }
        }
    }

    /// The version that was read last, and whether all of it was read.
    pub(crate) fn last(&self, spot: &Spot) -> Option<(Version, bool)> {
        let mut last = None;
        self.with(spot, |record| {
            last = record.as_ref().map(|record| (record.version, record.whole));
        });
        last
    }

    fn with(&self, spot: &Spot, change: impl FnOnce(&mut Option<Record>)) {
        let site = (spot.root.canonical.clone(), spot.real.clone());
        let mut memory = locked();
        let memory = memory.get_or_insert_default();
        memory.clock += 1;
        let clock = memory.clock;
        drop_oldest(&mut memory.sessions, MOST_SESSIONS, |session| session.used);
        let session = memory.sessions.entry(self.session.clone()).or_default();
        session.used = clock;
        let mut record = session.files.remove(&site);
        change(&mut record);
        if let Some(mut record) = record {
            record.used = clock;
            drop_oldest(&mut session.files, MOST_FILES, |record| record.used);
            session.files.insert(site, record);
        }
    }
}

/// Makes room in a full map: the older half goes, so that this is rarely done.
fn drop_oldest<K: Clone + Eq + std::hash::Hash, V>(
    map: &mut HashMap<K, V>,
    most: usize,
    used: impl Fn(&V) -> u64,
) {
    if map.len() < most {
        return;
    }
    let mut ages: Vec<u64> = map.values().map(&used).collect();
    ages.sort_unstable();
    let middle = ages.get(ages.len() / 2).copied().unwrap_or_default();
    map.retain(|_, value| used(value) > middle);
}

fn locked() -> MutexGuard<'static, Option<Memory>> {
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}
