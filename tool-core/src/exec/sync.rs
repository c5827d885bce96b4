//! The locks of the structures that calls share. The model checker's tests include those
//! structures with its own in this place.

pub(crate) use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks; what a panic left behind is whole, for every change under these locks is one step.
pub(crate) fn lock<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}
