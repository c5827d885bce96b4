//! The calls of one reply, run together.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use tokio::task::{Id, JoinSet};

use super::cache::Twins;
use super::flow::Start;
use super::session::Session;
use super::slots::PlaceGuard;
use super::{ToolCall, contain, pipeline};
use crate::{Status, ToolResult};

/// Running calls. A stream of results with the place of their call, as they are ready; or
/// [`all`](Batch::all) of them in the order of the calls. Dropping it ends the calls that still
/// run; one alone is ended by its [`cancel`](ToolCall::cancel).
///
/// Calls run at once where nothing forbids it. Where two touch one resource and one of them
/// changes it, they keep their order, and so does a call that may change anything. Equal calls that
/// change nothing run once. A failing call never costs another its result.
#[must_use = "calls run only while their batch is there"]
pub struct Batch {
    tasks: JoinSet<ToolResult>,
    places: HashMap<Id, usize>,
    count: usize,
}

impl Batch {
    pub(super) fn start(session: &Session, calls: Vec<ToolCall<'static>>) -> Self {
        let count = calls.len();
        // All places at once, before any call can reach its turn.
        let places = session.state().schedule.admit_all(count);
        let number = session.engine().next_serial();
        let guards: Vec<PlaceGuard> = places
            .into_iter()
            .map(|place| PlaceGuard::new(Arc::clone(session.shared_state()), place))
            .collect();
        let twins = Twins::new(Arc::clone(session.shared_state()), number);
        let twins = Arc::new(twins);
        let (mut tasks, mut places) = (JoinSet::new(), HashMap::with_capacity(count));
        for (index, (call, guard)) in calls.into_iter().zip(guards).enumerate() {
            let session = session.clone();
            let twins = Some(Arc::clone(&twins));
            let start = Start { place: Some(guard), twins, parent: None };
            let task = tasks.spawn(async move { pipeline::run(&session, call, start).await });
            places.insert(task.id(), index);
        }
        Batch { tasks, places, count }
    }

    /// Every result, in the order of the calls.
    pub async fn all(mut self) -> Vec<ToolResult> {
        let mut results: Vec<Option<ToolResult>> = (0..self.count).map(|_| None).collect();
        while let Some((index, result)) = self.next().await {
            if let Some(place) = results.get_mut(index) {
                *place = Some(result);
            }
        }
        results.into_iter().map(|result| result.unwrap_or_else(pipeline::no_result)).collect()
    }

    /// The next result that is ready, with the place of its call.
    pub async fn next(&mut self) -> Option<(usize, ToolResult)> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// How many results are still to come.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether every result has come.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

impl Stream for Batch {
    type Item = (usize, ToolResult);

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(joined) = std::task::ready!(self.tasks.poll_join_next_with_id(context)) else {
            return Poll::Ready(None);
        };
        let (id, result) = match joined {
            Ok((id, result)) => (id, result),
            Err(error) => {
                let id = error.id();
                let result = if error.is_panic() {
                    contain::panicked(&*error.into_panic())
                } else {
                    ToolResult::failed(Status::Cancelled, "the call was ended before it was done")
                };
                (id, result)
            }
        };
        let index = self.places.remove(&id).unwrap_or(self.count);
        Poll::Ready(Some((index, result)))
    }
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch").field("calls", &self.count).field("open", &self.len()).finish()
    }
}
