//! Which calls of a session must wait for which: places in a queue, in order of admission.

use super::sync::{Mutex, lock};

/// What a call touches, as far as others must wait for it.
pub(crate) trait Touches {
    /// Whether both cannot run at once, or not in the other order.
    fn conflicts(&self, later: &Self) -> bool;

    /// Whether this may touch anything at all: inside a batch it keeps its place against all.
    fn is_unbounded(&self) -> bool;

    /// Whether this changes nothing.
    fn only_reads(&self) -> bool;
}

/// The place of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(u64);

#[derive(Debug)]
struct Waiting<T> {
    place: Place,
    /// Calls of one batch keep their order also where what they touch is unknown.
    batch: Option<u64>,
    /// Unknown until the call has passed its hooks.
    touches: Option<T>,
}

/// The queue of a session.
#[derive(Debug)]
pub(crate) struct Schedule<T>(Mutex<Queue<T>>);

#[derive(Debug)]
struct Queue<T> {
    next: u64,
    waiting: Vec<Waiting<T>>,
}

impl<T: Touches> Schedule<T> {
    pub(crate) fn new() -> Self {
        Schedule(Mutex::new(Queue { next: 0, waiting: Vec::new() }))
    }

    /// Takes places for the calls of a batch, in their order, in one step.
    pub(crate) fn admit_all(&self, count: usize) -> Vec<Place> {
        let mut queue = lock(&self.0);
        let batch = Some(queue.next);
        (0..count).map(|_| queue.push(batch, None)).collect()
    }

    /// Takes a place for a single call.
    pub(crate) fn admit(&self, touches: T) -> Place {
        lock(&self.0).push(None, Some(touches))
    }

    /// Says what a call of a batch touches; a place that was left is not taken again.
    pub(crate) fn declare(&self, place: Place, touches: T) {
        if let Some(own) = lock(&self.0).waiting.iter_mut().find(|own| own.place == place) {
            own.touches = Some(touches);
        }
    }

    /// Whether a call may run now: nothing before it that it must wait for.
    pub(crate) fn may_run(&self, place: Place) -> bool {
        let queue = lock(&self.0);
        let Some(own) = queue.waiting.iter().find(|own| own.place == place) else { return true };
        !queue.waiting.iter().any(|before| before.place < place && must_wait(before, own))
    }

    /// Whether a call before this one in its batch has yet to say what it touches.
    pub(crate) fn has_unknown_before(&self, place: Place) -> bool {
        let queue = lock(&self.0);
        let Some(own) = queue.waiting.iter().find(|own| own.place == place) else { return false };
        queue.waiting.iter().any(|before| {
            before.place < place && before.touches.is_none() && must_wait(before, own)
        })
    }

    /// Whether something stands before the place that could change what the call reads.
    pub(crate) fn has_writer_before(&self, place: Place) -> bool {
        let queue = lock(&self.0);
        let Some(own) = queue.waiting.iter().find(|own| own.place == place) else { return false };
        queue.waiting.iter().any(|before| {
            let writes = before.touches.as_ref().is_none_or(|touches| !touches.only_reads());
            before.place < place && writes && must_wait(before, own)
        })
    }

    /// Whether a call holds a place that changes something, or that may yet turn out to.
    pub(crate) fn has_writers(&self) -> bool {
        let queue = lock(&self.0);
        queue.waiting.iter().any(|own| own.touches.as_ref().is_none_or(|own| !own.only_reads()))
    }

    /// Leaves a place: the call has ended, or will not run.
    pub(crate) fn leave(&self, place: Place) {
        lock(&self.0).waiting.retain(|own| own.place != place);
    }
}

impl<T> Queue<T> {
    fn push(&mut self, batch: Option<u64>, touches: Option<T>) -> Place {
        let place = Place(self.next);
        self.next += 1;
        self.waiting.push(Waiting { place, batch, touches });
        place
    }
}

fn must_wait<T: Touches>(before: &Waiting<T>, own: &Waiting<T>) -> bool {
    let together = before.batch.is_some() && before.batch == own.batch;
    match (&before.touches, &own.touches) {
        (Some(before), Some(own)) => {
            if before.is_unbounded() || own.is_unbounded() {
                return together && !(before.only_reads() && own.only_reads());
            }
            before.conflicts(own)
        }
        // What a call of the batch touches is not known yet.
        _ => together,
    }
}
