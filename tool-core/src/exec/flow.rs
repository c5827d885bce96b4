//! A call on its way through the stages: what is known of it so far.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio::sync::watch;

use super::approvals::Approved;
use super::cache::Twins;
use super::host::Host;
use super::ledger::Taken;
use super::policy::Verdict;
use super::resource::{Named, Touched};
use super::schedule::Place;
use super::session::Session;
use super::slots::{Hold, PlaceGuard};
use super::sync::{Mutex, lock};
use super::{ToolCall, audit, digest, pipeline};
use crate::args::{Parsed, parse};
use crate::tool::ToolFuture;
use crate::{AccessMode, Arguments, RawArguments, Status, Tool, ToolContext, ToolResult};

/// Where a call comes from.
#[derive(Default)]
pub(super) struct Start {
    /// Its place in a batch.
    pub(super) place: Option<PlaceGuard>,
    /// The equal calls of its batch.
    pub(super) twins: Option<Arc<Twins>>,
    /// The call that made it.
    pub(super) parent: Option<Arc<Host>>,
}

/// A call on its way.
pub(super) struct Flow<'a> {
    pub(super) session: &'a Session,
    pub(super) call: &'a ToolCall<'a>,
    pub(super) id: Arc<str>,
    /// Tells calls with one id apart.
    serial: u64,
    pub(super) parent: Option<Arc<Host>>,
    pub(super) tool: Option<Tool>,
    pub(super) ctx: Option<ToolContext>,
    /// Arguments of a hook or a person, in place of those sent.
    changed: Option<Value>,
    /// The decoded call, which has not begun.
    running: Mutex<Option<ToolFuture>>,
    /// Whether decoding repaired nothing, so that the arguments need no second look.
    pub(super) is_exact: bool,
    canonical: Option<Arc<Canonical>>,
    pub(super) access: AccessMode,
    pub(super) verdict: Option<Verdict>,
    pub(super) named: Option<Named>,
    pub(super) touched: Option<Touched>,
    pub(super) signature: Option<u64>,
    pub(super) taken: Option<Taken>,
    pub(super) decided: Option<Decided>,
    /// An approval that has to be used when the call starts.
    pub(super) approved: Option<Approved>,
    pub(super) place: Option<PlaceGuard>,
    pub(super) hold: Option<Arc<Hold>>,
    /// Where the result is kept, and the state of the store that it started from.
    pub(super) cached_as: Option<(String, u64)>,
    /// The equal calls of its batch.
    pub(super) twins: Option<Arc<Twins>>,
    /// Its place among those of its batch that are on their way to the cache.
    pub(super) coming: Option<Place>,
    /// Tells equal calls that wait what came of this one.
    pub(super) leads: Option<(String, watch::Sender<Option<ToolResult>>)>,
    /// When it came in; only the audit asks.
    began: Option<Instant>,
    /// When the tool began, and how long it took.
    pub(super) ran: Option<(Option<Instant>, Option<Duration>)>,
    notes: Map<String, Value>,
    pub(super) result: Option<ToolResult>,
    /// Whether a stage ended the call.
    pub(super) ended: bool,
    pub(super) recorded: bool,
}

/// Why a call may run.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Decided {
    /// Nothing asks for approval.
    Free,
    /// A person would be asked, but for the reason that the tool states.
    Ungated(String),
    /// The tool asks by itself.
    BySelf,
    /// A person said yes to this call.
    Approved,
    /// A person said yes for the session.
    Granted,
    /// A rule of the policy.
    Rule(Arc<str>),
}

/// Arguments in canonical form, and as one text.
#[derive(Debug)]
pub(super) struct Canonical {
    pub(super) arguments: Arguments,
    text: std::sync::OnceLock<String>,
    digest: std::sync::OnceLock<String>,
    sealed: bool,
    key: digest::InstallKey,
    secrets: Vec<String>,
}

impl std::fmt::Debug for digest::InstallKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("InstallKey")
    }
}

impl Canonical {
    pub(super) fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let is_secret = |name: &str| self.sealed && self.secrets.iter().any(|own| own == name);
            digest::canonical_text(self.arguments.iter(), is_secret, &self.key)
        })
    }

    /// The digest, made when an approval is bound to it.
    pub(super) fn digest(&self) -> &str {
        self.digest.get_or_init(|| digest::digest(self.text()))
    }
}

/// A call that a stage ended before it ran. Boxed, for it is the rare way.
pub(crate) struct Ended(Box<ToolResult>);

impl Ended {
    pub(crate) fn new(result: ToolResult) -> Self {
        Ended(Box::new(result))
    }

    pub(crate) fn result(&self) -> &ToolResult {
        &self.0
    }

    pub(crate) fn into_result(self) -> ToolResult {
        *self.0
    }
}

impl<'a> Flow<'a> {
    pub(super) fn new(session: &'a Session, call: &'a ToolCall<'a>, start: Start) -> Self {
        let (serial, id) = session.engine().next_id(call.call_id.as_ref());
        Flow {
            session,
            call,
            id,
            serial,
            parent: start.parent,
            tool: None,
            ctx: None,
            changed: None,
            running: Mutex::new(None),
            is_exact: false,
            canonical: None,
            access: AccessMode::Mixed,
            verdict: None,
            named: None,
            touched: None,
            signature: None,
            taken: None,
            decided: None,
            approved: None,
            place: start.place,
            hold: None,
            cached_as: None,
            twins: start.twins,
            coming: None,
            leads: None,
            began: session.engine().audit.is_some().then(Instant::now),
            ran: None,
            notes: Map::new(),
            result: None,
            ended: false,
            recorded: false,
        }
    }

    /// The tool. Every stage behind the first has one.
    pub(super) fn tool(&self) -> Result<&Tool, Ended> {
        self.tool.as_ref().ok_or_else(|| Ended::new(pipeline::no_result()))
    }

    /// The arguments, as the last who changed them gave them.
    pub(super) fn raw(&self) -> RawRef<'_> {
        match (&self.changed, &self.call.arguments) {
            (Some(value), _) => RawRef::Value(value),
            (None, RawArguments::Text(text)) => RawRef::Text(text),
            (None, RawArguments::Value(value)) => RawRef::Value(value),
        }
    }

    /// Puts other arguments in place of those sent: nothing that is known of the old ones holds.
    pub(super) fn change_arguments(&mut self, arguments: Value) {
        self.changed = Some(arguments);
        self.canonical = None;
        self.set_running(None);
        self.named = None;
        self.touched = None;
        self.signature = None;
    }

    /// The arguments in canonical form, made once, for a stage that asks.
    pub(super) fn canonical(&mut self) -> Result<Arc<Canonical>, Ended> {
        if let Some(canonical) = &self.canonical {
            return Ok(Arc::clone(canonical));
        }
        let tool = self.tool()?;
        if let (true, RawRef::Text(text)) = (self.is_exact, self.raw())
            && let Some(arguments) = Arguments::of_decoded(text, tool.shape())
        {
            return Ok(self.keep_canonical(arguments, tool.secret_names()));
        }
        let parsed = match self.raw() {
            // What was decoded as it is has no key twice and is not too deep.
            RawRef::Text(text) if self.is_exact => Parsed::of_decoded(text),
            RawRef::Text(text) => parse(text),
            RawRef::Value(value) => Parsed::from(value.clone()),
        };
        let engine = self.session.engine();
        let checked = if self.is_exact {
            tool.canonical_of_decoded(parsed)
        } else {
            tool.canonical(parsed, engine.arguments)
        };
        if !checked.report.valid {
            return Err(Ended::new(super::invalid_arguments(tool.name(), &checked.report)));
        }
        let secrets = tool.secret_names();
        Ok(self.keep_canonical(Arguments::new(checked.arguments), secrets))
    }

    fn keep_canonical(&mut self, arguments: Arguments, secrets: Vec<String>) -> Arc<Canonical> {
        let canonical = Arc::new(Canonical {
            arguments,
            text: std::sync::OnceLock::new(),
            digest: std::sync::OnceLock::new(),
            sealed: !secrets.is_empty(),
            key: self.session.engine().key.clone(),
            secrets,
        });
        self.canonical = Some(Arc::clone(&canonical));
        canonical
    }

    pub(super) fn named(&mut self) -> Result<&Named, Ended> {
        if self.named.is_none() {
            let canonical = self.canonical()?;
            let named = Named::of(self.tool()?, &canonical.arguments, self.access);
            self.named = Some(named);
        }
        self.named.as_ref().ok_or_else(|| Ended::new(pipeline::no_result()))
    }

    /// What the call touches, in one spelling: it asks the file system, off the runtime.
    pub(super) async fn resolve_touched(&mut self) -> Result<&Touched, Ended> {
        if self.touched.is_none() {
            let named = self.named()?.clone();
            let base = self.session.context().roots().first().cloned();
            let touched = if named.names_any() {
                let resolving = tokio::task::spawn_blocking(move || named.resolve(base.as_deref()));
                resolving.await.map_err(|_| Ended::new(pipeline::no_result()))?
            } else {
                named.resolve(None)
            };
            self.touched = Some(touched);
        }
        self.touched.as_ref().ok_or_else(|| Ended::new(pipeline::no_result()))
    }

    /// Puts the decoded call in its place. It is behind a lock only because nobody else may look
    /// at a future while it is shared: taking it needs the whole flow.
    pub(super) fn set_running(&mut self, running: Option<ToolFuture>) {
        *lock(&self.running) = running;
    }

    pub(super) fn take_running(&mut self) -> Option<ToolFuture> {
        lock(&self.running).take()
    }

    /// Whether the arguments fit.
    pub(super) fn is_decoded(&self) -> bool {
        lock(&self.running).is_some()
    }

    /// The key of this call's approval.
    pub(super) fn approval_key(&self) -> String {
        format!("{}#{}", self.id, self.serial)
    }

    pub(super) fn host(&self) -> Option<&Arc<Host>> {
        self.ctx.as_ref().and_then(ToolContext::host)
    }

    /// Whether the tool is one that reads results, which is outside budget and loop guard.
    pub(super) fn is_recall(&self) -> bool {
        self.tool.as_ref().is_some_and(|tool| tool.name() == super::recall::READ_RESULT)
    }

    pub(super) fn guards_loops(&self) -> bool {
        self.session.engine().loop_guard && !self.is_recall()
    }

    /// Returns when the caller withdraws the call.
    pub(super) async fn withdrawn(&self) {
        let own = async {
            match &self.call.cancel {
                Some(flag) => flag.cancelled().await,
                None => std::future::pending().await,
            }
        };
        match (self.host(), &self.call.cancel) {
            (Some(host), Some(_)) => {
                tokio::select! { biased; () = own => {}, () = host.above().cancelled() => {} }
            }
            (Some(host), None) => host.above().cancelled().await,
            (None, _) => own.await,
        }
    }

    /// A fact for the result's metadata.
    pub(super) fn note(&mut self, key: &str, value: Value) {
        self.notes.insert(key.to_owned(), value);
    }

    pub(super) fn end(&mut self, ended: Ended) {
        let result = ended.into_result();
        if result.status != Status::Cancelled && self.ran.is_none() {
            self.session.state().ledger.refused();
        }
        self.give_back();
        self.result = Some(result);
        self.ended = true;
    }

    /// Gives back what was taken from the budget: the call did not run.
    pub(super) fn give_back(&mut self) {
        if let Some(taken) = self.taken.take() {
            self.session.state().ledger.give_back(taken);
        }
    }

    pub(super) fn write_notes(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        if let Some(result) = &mut self.result {
            for (key, value) in notes {
                result.metadata.entry(key).or_insert(value);
            }
        }
    }

    /// The one result.
    pub(super) fn finish(&mut self) -> ToolResult {
        self.write_notes();
        let result = self.result.take().unwrap_or_else(pipeline::no_result);
        self.recorded = true;
        result
    }

    pub(super) fn known_digest(&self) -> Option<String> {
        self.canonical.as_ref()?.digest.get().cloned()
    }

    pub(super) fn decision_text(&self) -> Option<String> {
        match self.decided.as_ref()? {
            Decided::Free => None,
            Decided::Ungated(why) => Some(format!("ungated: {why}")),
            Decided::Approved => Some("approved".to_owned()),
            Decided::Granted => Some("granted for the session".to_owned()),
            Decided::Rule(rule) => Some(rule.to_string()),
            Decided::BySelf => Some(match self.host().map(|host| host.settled_by()) {
                Some(Some(how)) => how,
                // It neither asked nor said why not.
                _ => "ungated".to_owned(),
            }),
        }
    }

    /// How long it waited, and how long it ran.
    pub(super) fn times(&self) -> Option<(Duration, Duration)> {
        let (started, took) = self.ran?;
        let started = started?;
        let waited = started.saturating_duration_since(self.began?);
        Some((waited, took.unwrap_or_else(|| started.elapsed())))
    }
}

/// Whatever way a call goes, its approval, its part of the budget and its record are settled.
impl Drop for Flow<'_> {
    fn drop(&mut self) {
        if let Some(approved) = self.approved.take() {
            self.session.state().approvals.withdraw(&approved.call_id);
        }
        super::cache::pass(self);
        super::cache::stop_leading(self);
        if self.recorded {
            return;
        }
        if self.ran.is_some() {
            super::cache::forget(self);
        } else {
            self.give_back();
        }
        audit::dropped(self);
    }
}

/// Arguments as they are.
pub(super) enum RawRef<'a> {
    Text(&'a str),
    Value(&'a Value),
}
