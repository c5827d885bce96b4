//! Approvals that were given and not used yet: each serves one call, once.

use std::time::{Duration, Instant};

use super::sync::{Mutex, lock};

/// How long an approval may wait for its call to start.
pub(crate) const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// What exactly was approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Approved {
    /// The canonical name of the tool.
    pub(crate) tool: String,
    /// The digest of the canonical arguments.
    pub(crate) digest: String,
    /// The call.
    pub(crate) call_id: String,
    /// What the tool says its arguments stand for, for example the content of a script.
    pub(crate) fingerprint: Option<String>,
}

/// Why an approval does not serve a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// There is none for it: never given, or used already.
    Absent,
    /// It was given too long ago.
    Expired,
    /// It was given for something else.
    Changed,
}

/// The approvals of a session.
#[derive(Debug, Default)]
pub(crate) struct Approvals(Mutex<Vec<(Approved, Instant)>>);

impl Approvals {
    /// Keeps an approval until its call starts.
    pub(crate) fn give(&self, approved: Approved, now: Instant) {
        let mut open = lock(&self.0);
        open.retain(|(_, given)| now.saturating_duration_since(*given) < LIFETIME);
        open.push((approved, now));
    }

    /// Uses up the approval of a call, whether it serves or not.
    pub(crate) fn take(&self, wanted: &Approved, now: Instant) -> Result<(), Unusable> {
        let mut open = lock(&self.0);
        let at = open.iter().position(|(approved, _)| approved.call_id == wanted.call_id);
        let Some((approved, given)) = at.map(|at| open.swap_remove(at)) else {
            return Err(Unusable::Absent);
        };
        if now.saturating_duration_since(given) >= LIFETIME {
            return Err(Unusable::Expired);
        }
        if approved == *wanted { Ok(()) } else { Err(Unusable::Changed) }
    }

    /// Forgets the approval of a call that will not start.
    pub(crate) fn withdraw(&self, call_id: &str) {
        lock(&self.0).retain(|(approved, _)| approved.call_id != call_id);
    }
}
