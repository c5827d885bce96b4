//! Stage 11: the same call with the same result, again and again.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher};

use rustc_hash::FxBuildHasher;
use serde_json::Value;

use super::flow::{Ended, Flow};
use super::resource::{Resource, Touched};
use super::sync::lock;
use crate::{Status, ToolResult};

/// How many calls are remembered.
const WINDOW: usize = 10;

/// The equal calls that are too many, where the tool does not say.
const LIMIT: u32 = 4;

/// The last calls of a session.
#[derive(Debug, Default)]
pub(super) struct History(VecDeque<Past>);

#[derive(Debug)]
struct Past {
    signature: u64,
    result: u64,
    /// What the call reads, as it named it; `None` if that is unknown.
    reads: Option<Vec<String>>,
}

impl History {
    /// How many of the last calls were this one with one and the same result, the last one's.
    fn repeats(&self, signature: u64) -> u32 {
        let mut same = self.0.iter().rev().filter(|past| past.signature == signature);
        let Some(last) = same.next() else { return 0 };
        1 + same.take_while(|past| past.result == last.result).count() as u32
    }

    fn push(&mut self, past: Past) {
        if self.0.len() == WINDOW {
            self.0.pop_front();
        }
        self.0.push_back(past);
    }

    /// Everything that the calls name.
    fn names(&self) -> Vec<String> {
        self.0.iter().filter_map(|past| past.reads.as_ref()).flatten().cloned().collect()
    }

    /// Forgets the calls that a change makes worth repeating. A change does not make itself so.
    fn forget(&mut self, own: u64, changed: &Touched, known: &[(String, Resource)]) {
        self.0.retain(|past| {
            let resolve = |name: &String| {
                known.iter().find(|(own, _)| own == name).map(|(_, found)| found.clone())
            };
            let read: Option<Vec<Resource>> =
                past.reads.as_ref().and_then(|names| names.iter().map(resolve).collect());
            past.signature == own || !changed.could_change(read.as_deref())
        });
    }
}

/// Refuses a call that has been made too often with the same result.
pub(super) fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    if !flow.guards_loops() {
        return Ok(());
    }
    let signature = signature(flow)?;
    flow.signature = Some(signature);
    let limit = limit(flow);
    let repeats = lock(&flow.session.state().loops).repeats(signature);
    if repeats + 1 < limit {
        return Ok(());
    }
    let name = flow.tool()?.name();
    Err(Ended::new(
        ToolResult::failed(
            Status::Loop,
            format!("`{name}` gave the same result to the same call {repeats} times; it was not run again"),
        )
        .with_hint("Change the arguments, use another tool, or say what is missing."),
    ))
}

/// Remembers a call that has run, warns before the last one, and forgets what it made stale.
pub(super) async fn remember(flow: &mut Flow<'_>, result: &mut ToolResult) {
    let Some(signature) = flow.signature else { return };
    let limit = limit(flow);
    let Ok(named) = flow.named() else { return };
    let (reads, changes) = (named.reads.clone(), named.changes);
    if result.success && changes {
        forget(flow, signature).await;
    }
    let mut history = lock(&flow.session.state().loops);
    history.push(Past { signature, result: fingerprint(result), reads });
    let repeats = history.repeats(signature);
    drop(history);
    if limit > 1 && repeats + 1 == limit {
        result.notes.push(format!(
            "This call gave the same result {repeats} times. Once more and it will be refused."
        ));
    }
}

/// What the calls of the history read is resolved only now that something may have changed it.
async fn forget(flow: &mut Flow<'_>, signature: u64) {
    let names = lock(&flow.session.state().loops).names();
    let base = flow.session.context().roots().first().cloned();
    let resolving = tokio::task::spawn_blocking(move || {
        let resolve = |name: String| {
            let resource = Resource::resolve(&name, base.as_deref());
            (name, resource)
        };
        names.into_iter().map(resolve).collect::<Vec<_>>()
    });
    let known = resolving.await.unwrap_or_default();
    let Ok(touched) = flow.resolve_touched().await.cloned() else { return };
    lock(&flow.session.state().loops).forget(signature, &touched, &known);
}

fn limit(flow: &Flow<'_>) -> u32 {
    flow.tool.as_ref().and_then(|tool| tool.metadata().loop_limit).unwrap_or(LIMIT)
}

/// A tool with the values that mean progress: all arguments, or those that it names.
fn signature(flow: &mut Flow<'_>) -> Result<u64, Ended> {
    let canonical = flow.canonical()?;
    let tool = flow.tool()?;
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write(tool.name().as_bytes());
    let counted = &tool.metadata().progress_params;
    if counted.is_empty() {
        hasher.write(canonical.text().as_bytes());
    } else {
        for name in counted {
            hasher.write(name.as_bytes());
            match canonical.arguments.get(name) {
                Some(Value::String(text)) => hasher.write(text.as_bytes()),
                Some(other) => hasher.write(other.to_string().as_bytes()),
                None => {}
            }
            hasher.write_u8(0xff);
        }
    }
    Ok(hasher.finish())
}

/// A number for what a call gave.
fn fingerprint(result: &ToolResult) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write(result.status.as_str().as_bytes());
    for text in
        [result.output.json(), result.output.own_text().map(Into::into)].into_iter().flatten()
    {
        hasher.write(text.as_bytes());
        hasher.write_u8(0);
    }
    if let Some(error) = &result.error {
        hasher.write(error.as_bytes());
    }
    for attached in result.output.attachments() {
        hasher.write(attached.bytes());
    }
    hasher.finish()
}
