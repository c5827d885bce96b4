//! An executor as a `tower` service, so that people put their own layers outside it.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::{Executor, Session, ToolCall};
use crate::ToolResult;

type Answer = Pin<Box<dyn Future<Output = Result<ToolResult, Infallible>> + Send>>;

/// Always ready, and never an error: what goes wrong is in the result.
impl tower_service::Service<ToolCall<'static>> for Session {
    type Response = ToolResult;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: ToolCall<'static>) -> Answer {
        let session = self.clone();
        Box::pin(async move { Ok(session.run(call).await) })
    }
}

/// Calls go to the executor's own session.
impl tower_service::Service<ToolCall<'static>> for Executor {
    type Response = ToolResult;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: ToolCall<'static>) -> Answer {
        let executor = self.clone();
        Box::pin(async move { Ok(executor.run(call).await) })
    }
}
