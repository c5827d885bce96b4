//! Who is asked before a gated call runs.

use crate::{AccessMode, ApprovalLevel, Arguments, BoxFuture, DangerLevel, Tool, ToolError};

/// What a person is shown before a call.
#[derive(Debug)]
#[non_exhaustive]
pub struct ApprovalRequest<'a> {
    /// The tool.
    pub tool: &'a Tool,
    /// The call.
    pub call_id: &'a str,
    /// The arguments, complete: wire names, repaired, defaults filled.
    pub arguments: &'a Arguments,
    /// What this call may do.
    pub access: AccessMode,
    /// How much harm a wrong call does.
    pub danger: DangerLevel,
    /// How often this is asked: only for [`ApprovalLevel::FirstUse`] is
    /// [`Decision::Session`] remembered.
    pub level: ApprovalLevel,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// This call may run.
    Once,
    /// This call may run, and further calls of this tool in this session need not be asked
    /// for, where its level is first use.
    Session,
    /// It may not, and why; the model reads the reason.
    Deny(Option<String>),
}

/// Decides whether a gated call may run: a person, or a rule on a person's behalf.
///
/// An error, a panic, or no decision within five minutes denies.
pub trait Approver: Send + Sync + 'static {
    /// Decides one request. Requests come one at a time.
    fn decide<'a>(
        &'a self,
        request: &'a ApprovalRequest<'a>,
    ) -> BoxFuture<'a, Result<Decision, ToolError>>;
}

/// An approver from a function.
///
/// ```
/// use tool_core::exec::{Decision, callback};
/// let only_small = callback(|request| match request.arguments.get("bytes") {
///     Some(bytes) if bytes.as_u64() < Some(1_000) => Decision::Once,
///     _ => Decision::Deny(Some("too much".into())),
/// });
/// # let _ = only_small;
/// ```
pub fn callback<F>(decide: F) -> impl Approver
where
    F: Fn(&ApprovalRequest<'_>) -> Decision + Send + Sync + 'static,
{
    struct Callback<F>(F);

    impl<F> Approver for Callback<F>
    where
        F: Fn(&ApprovalRequest<'_>) -> Decision + Send + Sync + 'static,
    {
        fn decide<'a>(
            &'a self,
            request: &'a ApprovalRequest<'a>,
        ) -> BoxFuture<'a, Result<Decision, ToolError>> {
            Box::pin(async move { Ok((self.0)(request)) })
        }
    }

    Callback(decide)
}

/// An approver that says yes to every request, once each: for tests, and for `--yes`.
pub fn approve_all() -> impl Approver {
    callback(|_| Decision::Once)
}
