//! Files from one walk, searched by several threads, and put back in the order of the walk.
//!
//! Each file has its number in the walk. As soon as the files up to some number hold as many
//! matches as were asked for, that number is the *cut*: nothing behind it can show in the
//! result, so it is neither searched nor kept. The cut only ever moves forward in the walk, and
//! it ends at the same file in every run, whichever thread was faster.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rustix::fs::{FileType, fstat};
use rustix::io::Errno;

use super::file::{FileSearch, ROOM};
use super::options::GrepMode;
use super::sink::Hits;
use crate::confine::sys;

/// Files that are handed to a thread at once.
const BATCH: usize = 48;

/// Batches that wait at most, for each thread.
const WAITING: usize = 4;

/// Some files that follow each other in the walk.
#[derive(Default)]
pub(super) struct Batch {
    first: u64,
    paths: Vec<u8>,
    files: Vec<Item>,
}

struct Item {
    dir: Arc<OwnedFd>,
    start: usize,
    end: usize,
    name: usize,
}

impl Batch {
    pub(super) fn new(first: u64) -> Self {
        Batch { first, paths: Vec::with_capacity(4096), files: Vec::with_capacity(BATCH) }
    }

    pub(super) fn push(&mut self, dir: &Arc<OwnedFd>, path: &[u8], name: &[u8]) {
        let start = self.paths.len();
        self.paths.extend_from_slice(path);
        let end = self.paths.len();
        self.files.push(Item { dir: Arc::clone(dir), start, end, name: end - name.len() });
    }

    pub(super) fn is_full(&self) -> bool {
        self.files.len() >= BATCH
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The number of its first file.
    pub(super) fn number(&self) -> u64 {
        self.first
    }
}

/// What is known of one file.
pub(super) struct Found {
    pub(super) path: Vec<u8>,
    pub(super) hits: Hits,
}

/// What threads share.
pub(super) struct Pool {
    queue: Mutex<Queue>,
    changed: Condvar,
    results: Mutex<Results>,
    waiting: usize,
}

#[derive(Default)]
struct Queue {
    batches: VecDeque<Batch>,
    closed: bool,
}

/// What was found so far, by the files' numbers in the walk.
pub(super) struct Results {
    pub(super) found: BTreeMap<u64, Found>,
    pub(super) binary: Vec<u64>,
    pub(super) failed: BTreeMap<u64, (Vec<u8>, &'static str)>,
    /// The last file that can show.
    pub(super) cut: Option<u64>,
    limit: u64,
    mode: GrepMode,
}

impl Pool {
    pub(super) fn new(limit: u64, mode: GrepMode, threads: usize) -> Self {
        Pool {
            queue: Mutex::default(),
            changed: Condvar::new(),
            results: Mutex::new(Results::new(limit, mode)),
            waiting: WAITING * threads,
        }
    }

    /// Hands a batch over, or gives it back if the threads have enough to do.
    pub(super) fn offer(&self, batch: Batch) -> Option<Batch> {
        let mut queue = locked(&self.queue);
        if queue.batches.len() >= self.waiting {
            return Some(batch);
        }
        queue.batches.push_back(batch);
        drop(queue);
        self.changed.notify_one();
        None
    }

    /// Says that no batch will follow.
    pub(super) fn close(&self) {
        locked(&self.queue).closed = true;
        self.changed.notify_all();
    }

    /// Searches batches until there are no more.
    pub(super) fn work(&self, search: &mut FileSearch<'_>) {
        while let Some(batch) = self.take() {
            self.search(search, &batch);
        }
    }

    fn take(&self) -> Option<Batch> {
        let mut queue = locked(&self.queue);
        loop {
            if let Some(batch) = queue.batches.pop_front() {
                return Some(batch);
            }
            if queue.closed {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the file with this number is behind the cut.
    pub(super) fn is_cut(&self, number: u64) -> bool {
        locked(&self.results).cut.is_some_and(|cut| number > cut)
    }

    /// Searches the files of a batch.
    pub(super) fn search(&self, search: &mut FileSearch<'_>, batch: &Batch) {
        if self.is_cut(batch.first) || search.is_withdrawn() {
            return;
        }
        for (number, item) in (batch.first..).zip(&batch.files) {
            let name = batch.paths.get(item.name..item.end).unwrap_or_default();
            let path = || batch.paths.get(item.start..item.end).unwrap_or_default().to_vec();
            match search_one(search, &item.dir, name) {
                Ok(hits) if hits.count == 0 && hits.binary_at.is_none() => {}
                Ok(hits) => locked(&self.results).add(number, path, hits),
                Err(why) => {
                    locked(&self.results).failed.insert(number, (path(), why));
                }
            }
        }
    }

    pub(super) fn into_results(self) -> Results {
        self.results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Results {
    pub(super) fn new(limit: u64, mode: GrepMode) -> Self {
        Results {
            found: BTreeMap::new(),
            binary: Vec::new(),
            failed: BTreeMap::new(),
            cut: None,
            limit,
            mode,
        }
    }

    /// Keeps what was found in the file with this number.
    pub(super) fn add(&mut self, number: u64, path: impl Fn() -> Vec<u8>, hits: Hits) {
        if self.cut.is_some_and(|cut| number > cut) {
            return;
        }
        if hits.binary_at.is_some() {
            self.binary.push(number);
        }
        if hits.count == 0 {
            return;
        }
        self.found.insert(number, Found { path: path(), hits });
        self.move_cut();
    }

    /// Finds the first file at which the limit is reached, and forgets all behind it.
    fn move_cut(&mut self) {
        let (mut count, mut bytes) = (0, 0);
        let full = self.found.iter().find(|(_, found)| {
            count += found.hits.weight(self.mode);
            bytes += found.hits.bytes;
            count > self.limit || bytes >= ROOM
        });
        if let Some((&number, _)) = full {
            self.cut = Some(number);
            self.found.split_off(&(number + 1));
        }
    }
}

/// Searches one file of the walk; the error is for people.
fn search_one(
    search: &mut FileSearch<'_>,
    dir: &OwnedFd,
    name: &[u8],
) -> Result<Hits, &'static str> {
    let handle = sys::read(dir, name).map_err(|error| match error {
        Errno::ACCESS | Errno::PERM => "permission denied",
        Errno::NOENT | Errno::LOOP => "gone",
        _ => "cannot be opened",
    })?;
    let stat = fstat(&handle).map_err(|_| "cannot be read")?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err("gone");
    }
    let size = u64::try_from(stat.st_size).unwrap_or_default();
    search.found(&handle.into(), size).map_err(|error| reason(&error))
}

/// Why a file could not be searched, for people.
pub(super) fn reason(error: &io::Error) -> &'static str {
    if error.to_string().contains("allocation limit") {
        "has a line too long to be searched"
    } else {
        "cannot be read"
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
