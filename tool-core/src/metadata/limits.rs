//! Limits that a tool sets for its own calls.

use std::time::Duration;

use super::closed_set::closed_set;

closed_set! {
    /// What happens to an argument that the tool does not have. Default:
    /// [`Refuse`](UnknownArguments::Refuse).
    #[derive(Default)]
    pub enum UnknownArguments ("way to treat unknown arguments") {
        /// The call is refused, with the nearest parameter named.
        #[default]
        Refuse = "refuse",
        /// The argument is dropped.
        Ignore = "ignore",
    }
}

/// How much of an output the model sees.
///
/// ```
/// let cap = tool_core::OutputCap::default();
/// assert_eq!((cap.lines, cap.bytes), (1_000, 64 * 1024));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputCap {
    /// Most lines. Default: 1,000.
    pub lines: usize,
    /// Most bytes. Default: 64 KiB.
    pub bytes: usize,
}

impl OutputCap {
    /// The cap of a tool that sets none.
    pub const DEFAULT: OutputCap = OutputCap { lines: 1_000, bytes: 64 * 1024 };

    /// The longest line, in characters, before it is clipped.
    pub const LINE: usize = 2_000;
}

impl Default for OutputCap {
    fn default() -> Self {
        OutputCap::DEFAULT
    }
}

/// At most `calls` in each `per`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// How many calls.
    pub calls: u32,
    /// In how long.
    pub per: Duration,
}

/// How often a failed call of an idempotent tool is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// How many attempts in all, the first included; at least 1.
    pub attempts: u32,
}
