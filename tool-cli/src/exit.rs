//! Exit codes.

use tool_core::Status;

/// The tool failed, or the command itself did.
pub(crate) const FAILED: u8 = 1;

/// Wrong usage, or arguments that do not fit.
pub(crate) const USAGE: u8 = 2;

/// Denied, or over a ceiling.
pub(crate) const DENIED: u8 = 3;

/// No such tool, or not now.
pub(crate) const NO_TOOL: u8 = 4;

/// The exit code of a call: the one table of these.
///
/// ```
/// use tool_core::Status;
/// assert_eq!(tool_cli::code(Status::Ok), 0);
/// assert_eq!(tool_cli::code(Status::Timeout), 124);
/// ```
pub const fn code(status: Status) -> u8 {
    match status {
        Status::Ok | Status::Empty => 0,
        Status::Failed | Status::Panicked | Status::TooLarge | Status::UnknownOutcome => FAILED,
        Status::InvalidArguments => USAGE,
        Status::Denied
        | Status::ModeRefused
        | Status::NotAllowed
        | Status::Blocked
        | Status::OverBudget
        | Status::RateLimited
        | Status::Loop
        | Status::SandboxUnavailable => DENIED,
        Status::UnknownTool | Status::Disabled | Status::Unavailable => NO_TOOL,
        Status::Timeout => 124,
        Status::Cancelled => 130,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_its_code() {
        let of = |wanted: u8| -> Vec<&str> {
            let own = Status::ALL.iter().filter(|status| code(**status) == wanted);
            own.map(|status| status.as_str()).collect()
        };
        assert_eq!(of(0), ["ok", "empty"]);
        assert_eq!(of(1), ["panicked", "too_large", "unknown_outcome", "failed"]);
        assert_eq!(of(2), ["invalid_arguments"]);
        assert_eq!(of(4), ["unknown_tool", "disabled", "unavailable"]);
        assert_eq!((of(124), of(130)), (vec!["timeout"], vec!["cancelled"]));
        assert_eq!(
            of(3),
            [
                "not_allowed",
                "mode_refused",
                "denied",
                "blocked",
                "over_budget",
                "rate_limited",
                "loop",
                "sandbox_unavailable"
            ]
        );
    }
}
