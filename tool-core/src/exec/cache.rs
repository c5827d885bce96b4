//! Stage 14: a result that is there already, or is being made.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use tokio::sync::watch;

use super::flow::{Ended, Flow};
use super::run;
use super::slots::{self, PlaceGuard};
use super::sync::lock;
use crate::ToolResult;

/// Whether results of the call are kept.
pub(super) fn keeps(flow: &Flow<'_>) -> Result<bool, Ended> {
    let idempotent = flow.tool()?.metadata().idempotent && flow.access.is_safe();
    Ok(flow.session.engine().cache && idempotent && !flow.is_recall())
}

/// Gives the kept result of an equal call, or waits for one that runs now. Only calls count that
/// change nothing, of tools that say that a second run gives the same.
pub(super) async fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let tool = flow.tool()?.clone();
    let asked = format!("{}\n{}", tool.name(), flow.canonical()?.text());
    let fresh = fresh(flow).await?;
    let session = flow.session;
    let state = session.state();
    if let Some(place) = flow.place.as_ref().map(PlaceGuard::place) {
        slots::until(flow, |queue| !queue.has_unknown_before(place)).await?;
        // A call before it will change what it reads: what is there now is not for it.
        if state.schedule.has_writer_before(place) {
            return Ok(());
        }
    }
    let twins = flow.twins.clone().unwrap_or_else(|| Arc::clone(&state.running));
    let kept_as = fresh.map(|fresh| format!("{asked}\n{fresh}"));
    loop {
        if let Some(result) = kept_as.as_ref().and_then(|key| state.cache.get(key, Instant::now()))
        {
            serve(flow, result, "cached", Value::Bool(true));
            return Ok(());
        }
        // Whatever was changed since an equal call began, it began in another epoch.
        let epoch = state.cache.epoch();
        let key = format!("{epoch}\n{asked}");
        let mut leader = {
            let mut running = lock(&twins);
            match running.get(&key) {
                Some((id, leader)) => Some((id.clone(), leader.clone())),
                None => {
                    let (sender, receiver) = watch::channel(None);
                    running.insert(key.clone(), (flow.id.to_string(), receiver));
                    flow.leads = Some((key.clone(), sender));
                    None
                }
            }
        };
        let Some((id, leader)) = &mut leader else {
            flow.cached_as = kept_as.map(|key| (key, epoch));
            return Ok(());
        };
        let made = tokio::select! {
            made = leader.wait_for(Option::is_some) => made.ok().and_then(|made| made.clone()),
            () = flow.withdrawn() => return Err(Ended::new(run::withdrawn(&tool))),
        };
        if let Some(result) = made.filter(|result| result.success) {
            let id = Value::from(id.as_str());
            serve(flow, result, "duplicate_of", id);
            return Ok(());
        }
        // It failed, or its caller went away: this one runs by itself, unless another does.
        let mut running = lock(&twins);
        if running.get(&key).is_some_and(|(own, _)| own == id) {
            running.remove(&key);
        }
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
        let twins = flow.twins.as_ref().unwrap_or(&flow.session.state().running);
        lock(twins).remove(&key);
    }
}

/// Forgets what a call has made stale, whether it succeeded or not.
pub(super) fn forget(flow: &Flow<'_>) {
    let Some(named) = &flow.named else {
        // What it touched was never asked, so it may be anything.
        if flow.access.requires_approval() {
            flow.session.state().cache.forget(|_| true);
        }
        return;
    };
    if !named.changes {
        return;
    }
    let cache = &flow.session.state().cache;
    match &flow.touched {
        Some(touched) => cache.forget(|read| read.is_empty() || touched.could_change(Some(read))),
        None => cache.forget(|_| true),
    }
}
