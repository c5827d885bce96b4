//! Results of calls that change nothing, kept for a short while.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::sync::{Mutex, lock};

/// How long a result is kept.
pub(crate) const LIFETIME: Duration = Duration::from_secs(60);

/// The most results that are kept.
pub(crate) const MOST: usize = 256;

/// Results by what was asked, each with what it read.
#[derive(Debug)]
pub(crate) struct Store<R, V>(Mutex<Kept<R, V>>);

#[derive(Debug)]
struct Kept<R, V> {
    /// Grows with every change that could have changed what a running call reads.
    epoch: u64,
    results: HashMap<String, Entry<R, V>>,
}

#[derive(Debug)]
struct Entry<R, V> {
    read: Vec<R>,
    value: V,
    made: Instant,
}

impl<R, V: Clone> Store<R, V> {
    pub(crate) fn new() -> Self {
        Store(Mutex::new(Kept { epoch: 0, results: HashMap::new() }))
    }

    /// The state that a call starts from: what it gives is kept only if nothing changed since.
    pub(crate) fn epoch(&self) -> u64 {
        lock(&self.0).epoch
    }

    pub(crate) fn get(&self, key: &str, now: Instant) -> Option<V> {
        let kept = lock(&self.0);
        let entry = kept.results.get(key)?;
        (now.saturating_duration_since(entry.made) < LIFETIME).then(|| entry.value.clone())
    }

    /// Keeps a result, unless something was written since `epoch`.
    pub(crate) fn put(&self, key: String, read: Vec<R>, value: V, epoch: u64, now: Instant) {
        let mut kept = lock(&self.0);
        if kept.epoch != epoch {
            return;
        }
        kept.results.retain(|_, entry| now.saturating_duration_since(entry.made) < LIFETIME);
        if kept.results.len() >= MOST
            && let Some(oldest) =
                kept.results.iter().min_by_key(|(_, entry)| entry.made).map(|(key, _)| key.clone())
        {
            kept.results.remove(&oldest);
        }
        kept.results.insert(key, Entry { read, value, made: now });
    }

    /// Forgets every result that `stale` says, and those of calls that still run.
    pub(crate) fn forget(&self, stale: impl Fn(&[R]) -> bool) {
        let mut kept = lock(&self.0);
        kept.epoch += 1;
        kept.results.retain(|_, entry| !stale(&entry.read));
    }
}
