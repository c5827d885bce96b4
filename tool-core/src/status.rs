use crate::metadata::closed_set;

closed_set! {
    /// How a call ended. Every call ends in exactly one.
    pub enum Status ("status") {
        /// It ran and gave a result.
        Ok = "ok",
        /// It ran and there was nothing to give.
        Empty = "empty",
        /// The arguments do not fit; nothing ran.
        InvalidArguments = "invalid_arguments",
        /// No such tool.
        UnknownTool = "unknown_tool",
        /// The tool is switched off.
        Disabled = "disabled",
        /// The tool's availability check says no.
        Unavailable = "unavailable",
        /// This caller may not use the tool.
        NotAllowed = "not_allowed",
        /// The mode forbids it.
        ModeRefused = "mode_refused",
        /// A person, or the policy, said no.
        Denied = "denied",
        /// A critical hook stopped it.
        Blocked = "blocked",
        /// The budget of this turn is spent.
        OverBudget = "over_budget",
        /// Too many calls in a span of time.
        RateLimited = "rate_limited",
        /// The same call with the same result, again and again.
        Loop = "loop",
        /// It took too long.
        Timeout = "timeout",
        /// The caller withdrew it.
        Cancelled = "cancelled",
        /// The tool panicked.
        Panicked = "panicked",
        /// A sandbox is required and there is none.
        SandboxUnavailable = "sandbox_unavailable",
        /// The result cannot be cut to size.
        TooLarge = "too_large",
        /// It may or may not have run.
        UnknownOutcome = "unknown_outcome",
        /// The tool failed.
        Failed = "failed",
    }
}

impl Status {
    /// Whether the call succeeded.
    pub const fn is_success(self) -> bool {
        matches!(self, Status::Ok | Status::Empty)
    }

    /// Whether the call was refused by a rule or a person rather than failing: its text does
    /// not start with `ERROR: `.
    pub const fn is_denial(self) -> bool {
        matches!(self, Status::Denied | Status::ModeRefused | Status::NotAllowed | Status::Blocked)
    }
}
