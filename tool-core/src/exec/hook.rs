//! Code of the host around every call.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use super::contain;
use super::flow::{Ended, Flow};
use crate::{AccessMode, Arguments, BoxFuture, Status, Tool, ToolError, ToolResult};

/// How long one hook may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a hook knows of a call.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HookCall {
    /// The tool.
    pub tool: Tool,
    /// The call.
    pub call_id: Arc<str>,
    /// The arguments, complete: wire names, repaired, defaults filled.
    pub arguments: Arguments,
    /// What this call may do. Modifying hooks see what the tool declares.
    pub access: AccessMode,
}

type Modify = dyn Fn(HookCall) -> BoxFuture<'static, Result<Option<Map<String, Value>>, ToolError>>
    + Send
    + Sync;
type Check = dyn Fn(HookCall) -> BoxFuture<'static, Result<(), ToolError>> + Send + Sync;
type After =
    dyn Fn(HookCall, Arc<ToolResult>) -> BoxFuture<'static, Result<(), ToolError>> + Send + Sync;

/// Code that runs once around every call: it changes the arguments, checks the final ones, or
/// looks at the result.
///
/// A hook that returns an error, panics or takes longer than five seconds has failed. A failure
/// of a [`critical`](Hook::critical) hook ends the call with status
/// [`Blocked`](Status::Blocked); any other is logged.
///
/// ```
/// use tool_core::exec::Hook;
/// use tool_core::ToolError;
/// let no_lockfiles = Hook::checking("no lock files", |call| async move {
///     match call.arguments.str("path") {
///         Some(path) if path.ends_with(".lock") => Err(ToolError::new("lock files are made")),
///         _ => Ok(()),
///     }
/// })
/// .critical()
/// .description("keeps agents from editing generated files");
/// assert_eq!(no_lockfiles.name(), "no lock files");
/// ```
#[derive(Clone)]
pub struct Hook {
    name: Arc<str>,
    description: Arc<str>,
    critical: bool,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Modifying(Arc<Modify>),
    Checking(Arc<Check>),
    After(Arc<After>),
}

impl Hook {
    fn new(name: impl Into<Arc<str>>, kind: Kind) -> Self {
        Hook { name: name.into(), description: Arc::from(""), critical: false, kind }
    }

    /// A hook that may give other arguments, which are then decoded in place of those sent. It
    /// runs before what judges the call, and never after a person has changed the arguments.
    pub fn modifying<F, R>(name: impl Into<Arc<str>>, callback: F) -> Self
    where
        F: Fn(HookCall) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Option<Map<String, Value>>, ToolError>> + Send + 'static,
    {
        let callback = Arc::new(move |call| Box::pin(callback(call)) as BoxFuture<'static, _>);
        Hook::new(name, Kind::Modifying(callback))
    }

    /// A hook that sees the final arguments and may object.
    pub fn checking<F, R>(name: impl Into<Arc<str>>, callback: F) -> Self
    where
        F: Fn(HookCall) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), ToolError>> + Send + 'static,
    {
        let callback = Arc::new(move |call| Box::pin(callback(call)) as BoxFuture<'static, _>);
        Hook::new(name, Kind::Checking(callback))
    }

    /// A hook that sees a call that ran and its whole result, secrets masked. Where it is critical
    /// and fails, the result is withheld.
    pub fn after<F, R>(name: impl Into<Arc<str>>, callback: F) -> Self
    where
        F: Fn(HookCall, Arc<ToolResult>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), ToolError>> + Send + 'static,
    {
        let callback =
            Arc::new(move |call, result| Box::pin(callback(call, result)) as BoxFuture<'static, _>);
        Hook::new(name, Kind::After(callback))
    }

    /// Makes a failure of the hook end the call.
    #[must_use]
    pub fn critical(mut self) -> Self {
        self.critical = true;
        self
    }

    /// Says what the hook does, for people.
    #[must_use]
    pub fn description(mut self, text: impl Into<Arc<str>>) -> Self {
        self.description = text.into();
        self
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the hook does.
    pub fn description_text(&self) -> &str {
        &self.description
    }

    /// Whether a failure ends the call.
    pub fn is_critical(&self) -> bool {
        self.critical
    }

    pub(super) fn modifies(&self) -> bool {
        matches!(self.kind, Kind::Modifying(_))
    }

    pub(super) fn checks(&self) -> bool {
        matches!(self.kind, Kind::Checking(_))
    }

    /// What a failure of the hook means: the end of the call, or a line in the log.
    fn failed(&self, why: Failure, when: &str) -> Result<(), Ended> {
        if !self.critical {
            tracing::warn!(hook = &*self.name, why = why.operator(), "a hook failed");
            return Ok(());
        }
        let told = match &why {
            Failure::Objected(error) => format!(": {}", error.message()),
            _ => String::new(),
        };
        Err(Ended::new(
            ToolResult::failed(
                Status::Blocked,
                format!("A rule of this host (`{}`) {when}{told}", self.name),
            )
            .with_operator(format!("hook `{}`: {}", self.name, why.operator())),
        ))
    }
}

impl std::fmt::Debug for Hook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hook")
            .field("name", &self.name)
            .field("critical", &self.critical)
            .finish_non_exhaustive()
    }
}

/// Which kinds of hooks there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kinds {
    pub(super) modifying: bool,
    pub(super) checking: bool,
    pub(super) after: bool,
}

impl Kinds {
    pub(super) fn of(hooks: &[Hook]) -> Self {
        Kinds {
            modifying: hooks.iter().any(Hook::modifies),
            checking: hooks.iter().any(Hook::checks),
            after: hooks.iter().any(|hook| matches!(hook.kind, Kind::After(_))),
        }
    }
}

enum Failure {
    Objected(ToolError),
    Panicked,
    TooSlow,
}

impl Failure {
    fn operator(&self) -> String {
        match self {
            Failure::Objected(error) => match error.operator_text() {
                Some(detail) => format!("{error} ({detail})"),
                None => error.to_string(),
            },
            Failure::Panicked => "it panicked".to_owned(),
            Failure::TooSlow => format!("it took longer than {} s", PATIENCE.as_secs()),
        }
    }
}

/// Runs a hook within its time, its panic contained.
async fn guarded<T>(
    start: impl FnOnce() -> BoxFuture<'static, Result<T, ToolError>>,
) -> Result<T, Failure> {
    let running = contain::sync(start).map_err(|_| Failure::Panicked)?;
    let mut running = contain::Guarded::new(running);
    // Most are done at once: only the others need a clock.
    let first = std::future::poll_fn(|context| {
        std::task::Poll::Ready(match Pin::new(&mut running).poll(context) {
            std::task::Poll::Ready(ended) => Some(ended),
            std::task::Poll::Pending => None,
        })
    });
    let ended = match first.await {
        Some(ended) => Ok(ended),
        None => tokio::time::timeout(PATIENCE, running).await,
    };
    match ended {
        Ok(Some(Ok(value))) => Ok(value),
        Ok(Some(Err(error))) => Err(Failure::Objected(error)),
        Ok(None) => Err(Failure::Panicked),
        Err(_) => Err(Failure::TooSlow),
    }
}

fn call_of(flow: &mut Flow<'_>) -> Result<HookCall, Ended> {
    let arguments = flow.canonical()?.arguments.clone();
    Ok(HookCall {
        tool: flow.tool()?.clone(),
        call_id: Arc::clone(&flow.id),
        arguments,
        access: flow.access,
    })
}

/// Stage 6: hooks that change the arguments; those are decoded again.
pub(super) async fn modifying(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let engine = Arc::clone(flow.session.engine());
    for hook in engine.hooks.iter() {
        let Kind::Modifying(modify) = &hook.kind else { continue };
        let call = call_of(flow)?;
        match guarded(|| modify(call)).await {
            Ok(None) => {}
            Ok(Some(changed)) => {
                flow.change_arguments(Value::Object(changed));
                super::decode::stage(flow)?;
                flow.note("changed_by", hook.name().into());
            }
            Err(why) => hook.failed(why, "stopped this call; nothing was done")?,
        }
    }
    Ok(())
}

/// Stage 10: hooks that see what will run.
pub(super) async fn checking(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let engine = Arc::clone(flow.session.engine());
    for hook in engine.hooks.iter() {
        let Kind::Checking(check) = &hook.kind else { continue };
        let call = call_of(flow)?;
        if let Err(why) = guarded(|| check(call)).await {
            hook.failed(why, "stopped this call; nothing was done")?;
        }
    }
    Ok(())
}

/// Stage 19: hooks that see what came of it.
pub(super) async fn after(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let engine = Arc::clone(flow.session.engine());
    for hook in engine.hooks.iter() {
        let Kind::After(after) = &hook.kind else { continue };
        let call = call_of(flow)?;
        let Some(result) = flow.result.take().map(Arc::new) else { return Ok(()) };
        let ended = guarded(|| after(call, Arc::clone(&result))).await;
        // A hook may have kept it.
        flow.result = Some(Arc::try_unwrap(result).unwrap_or_else(|kept| (*kept).clone()));
        if let Err(why) = ended {
            hook.failed(why, "withheld the result of this call, which did run")?;
        }
    }
    Ok(())
}
