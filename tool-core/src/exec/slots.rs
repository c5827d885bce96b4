//! Stage 15: a call waits until those before it that it must not overtake are done, and until
//! there is room to run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::OwnedSemaphorePermit;

use super::flow::{Ended, Flow};
use super::resource::Touched;
use super::schedule::{Place, Schedule};
use super::session::State;
use super::{cache, run};

/// A place in the queue of a session, left when this is dropped.
pub(super) struct PlaceGuard {
    state: Arc<State>,
    place: Place,
}

impl PlaceGuard {
    pub(super) fn new(state: Arc<State>, place: Place) -> Self {
        PlaceGuard { state, place }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }
}

impl Drop for PlaceGuard {
    fn drop(&mut self) {
        self.state.schedule.leave(self.place);
        self.state.moved.notify_waiters();
    }
}

/// What a running call holds. A thread that cannot be stopped keeps it past the call's end.
pub(crate) struct Hold {
    _permit: Option<OwnedSemaphorePermit>,
    _place: Option<PlaceGuard>,
    threads: AtomicU32,
}

impl Hold {
    /// Whether a thread of the call still works.
    pub(super) fn has_thread(&self) -> bool {
        self.threads.load(Ordering::Acquire) > 0
    }

    pub(super) fn thread(self: &Arc<Self>) -> ThreadOf {
        self.threads.fetch_add(1, Ordering::AcqRel);
        ThreadOf(Arc::clone(self))
    }
}

/// A thread that works for a call.
pub(super) struct ThreadOf(Arc<Hold>);

impl Drop for ThreadOf {
    fn drop(&mut self) {
        self.0.threads.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Says what a call of a batch touches, so that those behind it know whether to wait.
pub(super) async fn declare(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let Some(place) = flow.place.as_ref().map(PlaceGuard::place) else { return Ok(()) };
    let touched = flow.resolve_touched().await?.clone();
    cache::announce(flow, place)?;
    let state = flow.session.state();
    state.schedule.declare(place, touched);
    state.moved.notify_waiters();
    Ok(())
}

/// Lets a call run at once that nothing can be in the way of, if there is room.
pub(super) fn enter(flow: &mut Flow<'_>) -> Result<bool, Ended> {
    // A call that a tool makes runs in the slot of the tool's own call, with what that holds.
    if let Some(parent) = &flow.parent {
        flow.hold = parent.held();
        return Ok(true);
    }
    if flow.place.is_some() || changes(flow)? || flow.session.state().schedule.has_writers() {
        return Ok(false);
    }
    let Ok(permit) = Arc::clone(&flow.session.engine().slots).try_acquire_owned() else {
        return Ok(false);
    };
    hold(flow, Some(permit));
    Ok(true)
}

fn changes(flow: &mut Flow<'_>) -> Result<bool, Ended> {
    let category = flow.tool()?.metadata().execution_category;
    Ok(flow.access.requires_approval() || (category.is_some() && flow.named()?.changes))
}

fn hold(flow: &mut Flow<'_>, permit: Option<OwnedSemaphorePermit>) {
    let hold = Hold { _permit: permit, _place: flow.place.take(), threads: AtomicU32::new(0) };
    let hold = Arc::new(hold);
    if let Some(host) = flow.host() {
        host.holds(Some(Arc::clone(&hold)));
    }
    flow.hold = Some(hold);
}

pub(super) async fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    if flow.place.is_none() {
        take_place(flow).await?;
    }
    let tool = flow.tool()?.clone();
    if let Some(place) = flow.place.as_ref().map(PlaceGuard::place) {
        until(flow, |queue| queue.may_run(place)).await?;
    }
    let slots = Arc::clone(&flow.session.engine().slots);
    let permit = match Arc::clone(&slots).try_acquire_owned() {
        Ok(permit) => Some(permit),
        Err(_) => tokio::select! {
            permit = slots.acquire_owned() => permit.ok(),
            () = flow.withdrawn() => return Err(Ended::new(run::withdrawn(&tool))),
        },
    };
    hold(flow, permit);
    Ok(())
}

/// Returns when the queue is as a call needs it.
pub(super) async fn until(
    flow: &Flow<'_>,
    ready: impl Fn(&Schedule<Touched>) -> bool,
) -> Result<(), Ended> {
    let state = flow.session.state();
    loop {
        let moved = state.moved.notified();
        tokio::pin!(moved);
        // From here on no change is missed.
        moved.as_mut().enable();
        if ready(&state.schedule) {
            return Ok(());
        }
        tokio::select! {
            () = moved => {}
            () = flow.withdrawn() => return Err(Ended::new(run::withdrawn(flow.tool()?))),
        }
    }
}

/// The place of a single call, where it could be in the way of another or another in its.
async fn take_place(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let state = Arc::clone(flow.session.shared_state());
    if !changes(flow)? && !state.schedule.has_writers() {
        return Ok(());
    }
    let touched = flow.resolve_touched().await?.clone();
    let place = state.schedule.admit(touched);
    flow.place = Some(PlaceGuard::new(state, place));
    Ok(())
}
