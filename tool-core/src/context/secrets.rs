//! Values that no model, log or audit may see.

use std::fmt;
use std::sync::Arc;

/// Secrets by name. A tool asks for one by [`get`](Secrets::get); neither names nor values stand
/// in any schema, and values are masked in every result.
///
/// ```
/// use tool_core::ToolContext;
/// let ctx = ToolContext::builder().secret("slack_token", "xoxb-1234").build();
/// assert_eq!(ctx.secrets().get("slack_token"), Some("xoxb-1234"));
/// assert!(!format!("{:?}", ctx.secrets()).contains("xoxb"));
/// ```
#[derive(Clone, Default)]
pub struct Secrets(Arc<Vec<(String, String)>>);

impl Secrets {
    /// The value of a secret.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The names, in the order in which they were given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Every name with its value, for the masking stage.
    pub(crate) fn all(&self) -> &[(String, String)] {
        &self.0
    }

    /// These, and one more; one of the same name is replaced.
    pub(super) fn with(&self, name: String, value: String) -> Self {
        let mut all: Vec<_> = self.0.iter().filter(|(own, _)| *own != name).cloned().collect();
        all.push((name, value));
        Secrets(Arc::new(all))
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
