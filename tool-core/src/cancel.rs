//! Withdrawing a call.

use std::sync::Arc;

use tokio::sync::watch;

/// A flag that can be raised once and waited for, by any number of holders.
///
/// ```
/// let cancel = tool_core::Cancel::new();
/// let child = cancel.child();
/// cancel.cancel();
/// assert!(child.is_cancelled());
/// ```
#[derive(Debug, Clone)]
pub struct Cancel(Arc<Node>);

#[derive(Debug)]
struct Node {
    own: watch::Sender<bool>,
    parent: Option<Cancel>,
}

impl Cancel {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Cancel(Arc::new(Node { own: watch::Sender::new(false), parent: None }))
    }

    /// A flag that is raised with this one, and may be raised alone.
    pub fn child(&self) -> Self {
        let parent = Some(self.clone());
        Cancel(Arc::new(Node { own: watch::Sender::new(false), parent }))
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        self.0.own.send_replace(true);
    }

    /// Whether the flag, or one above it, is raised.
    pub fn is_cancelled(&self) -> bool {
        let mut node = Some(self);
        while let Some(cancel) = node {
            if *cancel.0.own.borrow() {
                return true;
            }
            node = cancel.0.parent.as_ref();
        }
        false
    }

    /// Returns when the flag, or one above it, is raised.
    pub async fn cancelled(&self) {
        let mut chain = Vec::new();
        let mut node = Some(self);
        while let Some(cancel) = node {
            chain.push(cancel.0.own.subscribe());
            node = cancel.0.parent.as_ref();
        }
        let mut waits: Vec<_> =
            chain.iter_mut().map(|seen| Box::pin(seen.wait_for(|raised| *raised))).collect();
        std::future::poll_fn(|context| {
            let raised = waits.iter_mut().any(|wait| wait.as_mut().poll(context).is_ready());
            if raised { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
    }
}

impl Default for Cancel {
    fn default() -> Self {
        Cancel::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_child_sees_its_parent_and_a_parent_not_its_child() {
        let parent = Cancel::new();
        let child = parent.child();
        let waiting = tokio::spawn({
            let grandchild = child.child();
            async move { grandchild.cancelled().await }
        });
        child.child().cancel();
        assert!(!child.is_cancelled());
        parent.cancel();
        waiting.await.unwrap();
        assert!(child.is_cancelled());
    }
}
