//! A panic in a tool ends its call and nothing else.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::tool::ToolFuture;
use crate::{Status, ToolResult};

/// A running call whose panic becomes its result.
///
/// With `panic = "abort"` nothing can contain a panic: the process ends.
pub(crate) struct Contained(Option<ToolFuture>);

impl Contained {
    pub(crate) fn new(running: ToolFuture) -> Self {
        Contained(Some(running))
    }
}

impl Future for Contained {
    type Output = ToolResult;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<ToolResult> {
        let Some(running) = self.0.as_mut() else { return Poll::Pending };
        // A future that panicked is never polled again, so no broken state of it is seen.
        let polled = catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(result)) => {
                self.0 = None;
                Poll::Ready(result)
            }
            Err(payload) => {
                // What the tool's own values do when they are dropped is contained as well.
                let broken = self.0.take();
                let _ = catch_unwind(AssertUnwindSafe(move || drop(broken)));
                Poll::Ready(panicked(&*payload))
            }
        }
    }
}

/// Runs code of a tool that is not async; its panic is a result.
pub(crate) fn sync<T>(work: impl FnOnce() -> T) -> Result<T, Box<ToolResult>> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Box::new(panicked(&*payload)))
}

/// The result of a call that panicked: the payload is for the operator only.
pub(crate) fn panicked(payload: &(dyn Any + Send)) -> ToolResult {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a payload that is no text");
    ToolResult::failed(Status::Panicked, "the tool broke while it ran; what it did is unknown")
        .with_hint("Do not repeat the same call; try another way or tell the user.")
        .with_operator(format!("panic: {text}"))
}

/// Any future of code that is not ours; none if it panicked.
pub(crate) struct Guarded<'a, T>(crate::BoxFuture<'a, T>);

impl<'a, T> Guarded<'a, T> {
    pub(crate) fn new(future: crate::BoxFuture<'a, T>) -> Self {
        Guarded(future)
    }
}

impl<T> Future for Guarded<'_, T> {
    type Output = Option<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        match catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(context))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(value)) => Poll::Ready(Some(value)),
            Err(_) => Poll::Ready(None),
        }
    }
}
