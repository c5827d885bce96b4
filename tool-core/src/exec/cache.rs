//! Stage 14: a result that is there already, or is being made.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use tokio::sync::watch;

use super::flow::{Ended, Flow};
use super::resource::Resource;
use super::run;
use super::schedule::Place;
use super::session::{Leader, State};
use super::slots::{self, PlaceGuard};
use super::sync::{Mutex, lock};
use crate::ToolResult;

/// The largest result that is kept, in bytes of what the model sees before the cap.
const LARGEST: usize = 256 * 1024;

/// What a call asks, as one text.
fn asked(flow: &mut Flow<'_>) -> Result<String, Ended> {
    let canonical = flow.canonical()?;
    Ok(format!("{}\n{}", flow.tool()?.name(), canonical.text()))
}

/// Says in a batch that a call is on its way here.
pub(super) fn announce(flow: &mut Flow<'_>, place: Place) -> Result<(), Ended> {
    if keeps(flow)?
        && let Some(twins) = flow.twins.clone()
    {
        twins.comes(place, asked(flow)?);
        flow.coming = Some(place);
    }
    Ok(())
}

/// Whether results of the call are kept.
pub(super) fn keeps(flow: &Flow<'_>) -> Result<bool, Ended> {
    let idempotent = flow.tool()?.metadata().idempotent && flow.access.is_safe();
    Ok(flow.session.engine().cache && idempotent && !flow.is_recall())
}

/// Gives the kept result of an equal call, or waits for one that runs now. Only calls count that
/// change nothing, of tools that say that a second run gives the same.
pub(super) async fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let tool = flow.tool()?.clone();
    let asked = asked(flow)?;
    let fresh = fresh(flow).await?;
    let session = flow.session;
    let state = session.state();
    if let Some(place) = flow.place.as_ref().map(PlaceGuard::place) {
        let twins = flow.twins.clone();
        let equal = || twins.as_ref().is_some_and(|twins| twins.has_equal_before(place, &asked));
        slots::until(flow, |queue| !queue.has_unknown_before(place) && !equal()).await?;
        // A call before it will change what it reads: what is there now is not for it.
        if state.schedule.has_writer_before(place) {
            pass(flow);
            return Ok(());
        }
    }
    let kept_as = fresh.map(|fresh| format!("{asked}\n{fresh}"));
    let batch = flow.twins.as_ref().map_or("", |twins| twins.prefix());
    let key = format!("{batch}\n{asked}");
    loop {
        if let Some(result) = kept_as.as_ref().and_then(|key| state.cache.get(key, Instant::now()))
        {
            pass(flow);
            serve(flow, result, "cached", Value::Bool(true));
            return Ok(());
        }
        let found = {
            let mut running = lock(&state.running);
            let found =
                running.get(&key).map(|leader| (Arc::clone(&leader.id), leader.made.clone()));
            if found.is_none() {
                let (sender, made) = watch::channel(None);
                let reads = flow.touched.as_ref().and_then(|touched| touched.reads.clone());
                running.insert(key.clone(), Leader { id: Arc::clone(&flow.id), made, reads });
                flow.leads = Some((key.clone(), sender));
            }
            found
        };
        pass(flow);
        let Some((id, mut leader)) = found else {
            flow.cached_as = kept_as.map(|key| (key, state.cache.epoch()));
            return Ok(());
        };
        let made = tokio::select! {
            made = leader.wait_for(Option::is_some) => made.ok().and_then(|made| made.clone()),
            () = flow.withdrawn() => return Err(Ended::new(run::withdrawn(&tool))),
        };
        if let Some(result) = made.filter(|result| result.success) {
            serve(flow, result, "duplicate_of", Value::from(&*id));
            return Ok(());
        }
        // It failed, or its caller went away: this one runs by itself, unless another does.
        let mut running = lock(&state.running);
        if running.get(&key).is_some_and(|own| own.id == id) {
            running.remove(&key);
        }
    }
}

/// The calls of one batch: equal ones of them run once, also when the first has long ended.
pub(super) struct Twins {
    state: Arc<State>,
    prefix: String,
    /// Calls on their way here, with what they ask: the first of equals goes ahead.
    coming: Mutex<Vec<(Place, String)>>,
}

impl Twins {
    /// A place for a batch of a session; the number is its own.
    pub(super) fn new(state: Arc<State>, number: u64) -> Self {
        Twins { state, prefix: format!("batch {number}"), coming: Mutex::default() }
    }

    fn comes(&self, place: Place, asked: String) {
        lock(&self.coming).push((place, asked));
    }

    fn has_equal_before(&self, place: Place, asked: &str) -> bool {
        lock(&self.coming).iter().any(|(before, other)| *before < place && other == asked)
    }

    /// A call has passed, or will not come.
    pub(super) fn passes(&self, place: Place) {
        lock(&self.coming).retain(|(own, _)| *own != place);
        self.state.moved.notify_waiters();
    }

    fn prefix(&self) -> &str {
        &self.prefix
    }
}

impl Drop for Twins {
    fn drop(&mut self) {
        let own = format!("{}\n", self.prefix);
        lock(&self.state.running).retain(|key, _| !key.starts_with(&own));
    }
}

/// Lets equal calls behind this one go on.
pub(super) fn pass(flow: &mut Flow<'_>) {
    if let (Some(place), Some(twins)) = (flow.coming.take(), &flow.twins) {
        twins.passes(place);
    }
}

fn serve(flow: &mut Flow<'_>, mut result: ToolResult, key: &str, value: Value) {
    result.metadata.insert(key.to_owned(), value);
    flow.give_back();
    // The call does not run, so there is no approval to use.
    if let Some(approved) = flow.approved.take() {
        flow.session.state().approvals.withdraw(&approved.call_id);
    }
    flow.result = Some(result);
}

/// What tells the state of what the call reads; none where nothing small does.
async fn fresh(flow: &mut Flow<'_>) -> Result<Option<String>, Ended> {
    let arguments = flow.canonical()?.arguments.clone();
    let tool = flow.tool()?.clone();
    let touched = flow.resolve_touched().await?.clone();
    if touched.reads.is_none() && !tool.has_fresh() {
        // It reads nothing that it names.
        return Ok(Some(String::new()));
    }
    let asked = tokio::task::spawn_blocking(move || {
        if tool.has_fresh() {
            return tool.fresh(&arguments);
        }
        let reads = touched.reads.iter().flatten();
        let all: Option<Vec<String>> = reads.map(|resource| resource.fresh()).collect();
        all.map(|all| all.join(";"))
    });
    Ok(asked.await.ok().flatten())
}

/// Keeps a good result, its secrets masked, and hands it to those that wait for it.
pub(super) fn keep(flow: &mut Flow<'_>) {
    let Some(result) = &flow.result else { return };
    let state = flow.session.state();
    if let Some((key, epoch)) = flow.cached_as.take()
        && result.success
        && !flow.ended
        && result.output.attachments().is_empty()
        && result.shown_bytes() <= LARGEST
    {
        let read = flow.touched.as_ref().and_then(|touched| touched.reads.clone());
        state.cache.put(key, read.unwrap_or_default(), result.clone(), epoch, Instant::now());
    }
    if let Some((key, sender)) = flow.leads.take() {
        // In a batch, equal calls may still come.
        if flow.twins.is_none() {
            lock(&state.running).remove(&key);
        }
        let _nobody_waits = sender.send(Some(result.clone()));
    }
}

/// A call that others wait for, and that will give them nothing.
pub(super) fn stop_leading(flow: &mut Flow<'_>) {
    if let Some((key, _sender)) = flow.leads.take() {
        lock(&flow.session.state().running).remove(&key);
    }
}

/// Forgets what a call has made stale, whether it succeeded or not.
pub(super) fn forget(flow: &Flow<'_>) {
    let changes = match &flow.named {
        Some(named) => named.changes,
        // What it touched was never asked, so it may be anything.
        None => flow.access.requires_approval(),
    };
    if !changes {
        return;
    }
    let state = flow.session.state();
    let stale = |read: Option<&[Resource]>| match &flow.touched {
        Some(touched) => touched.could_change(read),
        None => true,
    };
    state.cache.forget(|read| read.is_empty() || stale(Some(read)));
    lock(&state.running).retain(|_, leader| !stale(leader.reads.as_deref()));
}
