//! Folders that are read before the walk comes to them, by threads of their own.
//!
//! The walk says which folders it will come to, in order; helpers read them, a few ahead and no
//! more, so that a walk that stops early has not read the rest of the tree. Whatever they do, the
//! walk gets its folders in its own order, and reads itself what nobody has begun to read.

use std::collections::HashMap;
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use rustix::fs::fstat;
use rustix::io::Errno;

use super::entries::{Entries, Reader};
use super::git;
use super::rules::Found;
use crate::confine::sys;

/// Folders that are read and not yet walked, at most.
const AHEAD: usize = 24;

/// Most helpers of one walk.
const MOST_HELPERS: usize = 3;

/// A folder that was read.
pub(super) struct Listed {
    pub(super) dir: Arc<OwnedFd>,
    pub(super) entries: Entries,
    pub(super) found: Found,
}

/// How a folder is read: nothing for one on a process file system.
pub(super) type Reading = Result<Option<Listed>, Errno>;

/// Reads a folder.
pub(super) fn read_folder(
    reader: &mut Reader,
    parent: &OwnedFd,
    name: &[u8],
    device: u64,
    heeds: bool,
) -> Reading {
    let dir = sys::list(parent, name)?;
    if fstat(&dir)?.st_dev != device && sys::is_process_fs(&dir) {
        return Ok(None);
    }
    let entries = reader.read(&dir)?;
    let found = if heeds { git::find(&dir, &entries) } else { Found::default() };
    Ok(Some(Listed { dir: Arc::new(dir), entries, found }))
}

/// The helpers of one walk.
pub(super) struct Ahead {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
    next: u64,
}

struct Shared {
    state: Mutex<State>,
    /// For helpers: there is something to do.
    work: Condvar,
    /// For the walk: what it waits for is read.
    done: Condvar,
    device: u64,
    heeds: bool,
}

#[derive(Default)]
struct State {
    /// Folders to be read, the next one last.
    wanted: Vec<Job>,
    /// Folders that are read, by their numbers; those being read are there without a result.
    begun: HashMap<u64, Option<Reading>>,
    /// Helpers that wait for work. Nobody is woken who does not wait: waking costs more than
    /// reading a small folder.
    idle: usize,
    /// The folder that the walk waits for.
    awaited: Option<u64>,
    stopped: bool,
}

struct Job {
    number: u64,
    parent: Arc<OwnedFd>,
    name: Box<[u8]>,
}

impl Ahead {
    /// Starts helpers, if the machine has processors for them.
    pub(super) fn start(device: u64, heeds: bool) -> Option<Self> {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let count = processors.saturating_sub(1).min(MOST_HELPERS);
        if count == 0 {
            return None;
        }
        let (state, work, done) = (Mutex::default(), Condvar::new(), Condvar::new());
        let shared = Arc::new(Shared { state, work, done, device, heeds });
        let start = |_| {
            let shared = Arc::clone(&shared);
            // A system that gives no thread gives no help; the walk goes on alone.
            std::thread::Builder::new().name("walk-ahead".into()).spawn(move || shared.help()).ok()
        };
        let helpers = (0..count).filter_map(start).collect();
        Some(Ahead { shared, helpers, next: 0 })
    }

    /// Says which folders will be walked next, in order; the number of the first of them.
    pub(super) fn want<'a>(
        &mut self,
        parent: &Arc<OwnedFd>,
        names: impl DoubleEndedIterator<Item = &'a [u8]> + ExactSizeIterator,
    ) -> u64 {
        let first = self.next;
        self.next += names.len() as u64;
        let numbers = (first..self.next).rev();
        let jobs = numbers.zip(names.rev()).map(|(number, name)| Job {
            number,
            parent: Arc::clone(parent),
            name: name.into(),
        });
        let mut state = self.shared.lock();
        state.wanted.extend(jobs);
        let wakes = state.idle > 0 && state.begun.len() < AHEAD && !state.wanted.is_empty();
        drop(state);
        if wakes {
            self.shared.work.notify_all();
        }
        first
    }

    /// Takes a folder that was read or is being read; nothing if nobody has begun with it.
    pub(super) fn take(&self, number: u64) -> Option<Reading> {
        let mut state = self.shared.lock();
        if !state.begun.contains_key(&number) {
            state.forget(number);
            return None;
        }
        while let Some(None) = state.begun.get(&number) {
            state.awaited = Some(number);
            state = self.shared.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.awaited = None;
        let reading = state.begun.remove(&number).flatten();
        // Helpers that are far enough ahead sleep until half of that is used up.
        let wakes = state.idle > 0 && state.begun.len() == AHEAD / 2 && !state.wanted.is_empty();
        drop(state);
        if wakes {
            self.shared.work.notify_all();
        }
        reading
    }

    /// Says that a folder will not be walked after all.
    pub(super) fn forget(&self, number: u64) {
        // What is being read already is waited for: it is one folder, and a rare case.
        drop(self.take(number));
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.stopped = true;
        state.wanted.clear();
        drop(state);
        self.shared.work.notify_all();
        for helper in self.helpers.drain(..) {
            // A helper that panicked has nothing that the walk still wants.
            let _ = helper.join();
        }
    }
}

impl State {
    fn forget(&mut self, number: u64) {
        // It is near the end: what is walked next stands last.
        if let Some(at) = self.wanted.iter().rposition(|job| job.number == number) {
            self.wanted.remove(at);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn help(&self) {
        let mut reader = Reader::new();
        let mut state = self.lock();
        loop {
            if state.stopped {
                return;
            }
            let job = if state.begun.len() < AHEAD { state.wanted.pop() } else { None };
            let Some(job) = job else {
                state.idle += 1;
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
                continue;
            };
            state.begun.insert(job.number, None);
            drop(state);
            let reading = read_folder(&mut reader, &job.parent, &job.name, self.device, self.heeds);
            state = self.lock();
            state.begun.insert(job.number, Some(reading));
            if state.awaited == Some(job.number) {
                self.done.notify_one();
            }
        }
    }
}
