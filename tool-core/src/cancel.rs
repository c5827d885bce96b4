//! Withdrawing a call.

use tokio_util::sync::CancellationToken;

/// A flag that can be raised once and waited for, by any number of holders.
///
/// ```
/// let cancel = tool_core::Cancel::new();
/// let child = cancel.child();
/// cancel.cancel();
/// assert!(child.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancel(CancellationToken);

impl Cancel {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Cancel::default()
    }

    /// A flag that is raised with this one, and may be raised alone.
    pub fn child(&self) -> Self {
        Cancel(self.0.child_token())
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Whether the flag, or one above it, is raised.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Returns when the flag, or one above it, is raised.
    pub async fn cancelled(&self) {
        self.0.cancelled().await;
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
