//! Rules of a person over what tools may do: allow, ask, deny.

mod glob;
mod paths;
mod rule;

pub use paths::PathRules;
pub use rule::{PolicyError, PolicyRule};

pub(crate) use glob::Glob;

use std::path::PathBuf;
use std::sync::Arc;

use crate::exec::flow::{Ended, Flow};
use crate::exec::resource::Touched;
use crate::metadata::closed_set;
use crate::{Arguments, Registry, Status, Tool, ToolResult};

closed_set! {
    /// What a rule does with the calls that it matches. Deny wins over ask, ask over allow.
    pub enum PolicyEffect ("policy effect") {
        /// Runs without asking, where the danger is not critical.
        Allow = "allow",
        /// Asks every time.
        Ask = "ask",
        /// Refuses.
        Deny = "deny",
    }
}

/// The rules that hold for an executor.
///
/// ```
/// use tool_core::exec::{Policy, PolicyEffect, PolicyRule};
/// let policy = Policy::new()
///     .rule(PolicyRule::parse(PolicyEffect::Deny, "*(path: **/.env)")?)
///     .rule(PolicyRule::parse(PolicyEffect::Allow, "write(path: docs/**)")?);
/// assert_eq!(policy.rules().len(), 2);
/// # Ok::<(), tool_core::exec::PolicyError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Policy {
    rules: Vec<PolicyRule>,
    /// Rules that may only narrow: a project's own.
    narrowing: Vec<PolicyRule>,
}

/// What a policy says of one call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) effect: PolicyEffect,
    /// The rule, as people read it.
    pub(crate) rule: Arc<str>,
}

impl Policy {
    /// No rules: gates decide.
    pub fn new() -> Self {
        Policy::default()
    }

    /// Adds a rule.
    #[must_use]
    pub fn rule(mut self, rule: PolicyRule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Adds the rules of a project. They can ask and deny; an `allow` of theirs is left out,
    /// whatever it matches, since whoever wrote the project did not get it from the user.
    #[must_use]
    pub fn narrowed_by(mut self, project: Policy) -> Self {
        let strict = |rule: &PolicyRule| rule.effect() != PolicyEffect::Allow;
        self.narrowing.extend(project.rules.into_iter().chain(project.narrowing).filter(strict));
        self
    }

    /// Every rule, the user's before the project's.
    pub fn rules(&self) -> Vec<&PolicyRule> {
        self.rules.iter().chain(&self.narrowing).collect()
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.narrowing.is_empty()
    }

    pub(super) fn names_paths(&self) -> bool {
        self.rules.iter().chain(&self.narrowing).any(PolicyRule::names_paths)
    }

    /// The names and tags that no tool has, so that a misspelt rule does not quietly do nothing.
    pub(super) fn unknown(&self, registry: &Registry) -> Option<PolicyError> {
        self.rules.iter().chain(&self.narrowing).find_map(|rule| rule.unknown(registry))
    }

    /// The strictest rule that matches a call.
    pub(super) fn judge(
        &self,
        tool: &Tool,
        arguments: &Arguments,
        touched: Option<&Touched>,
        roots: &[PathBuf],
    ) -> Option<Verdict> {
        let matching = self
            .rules
            .iter()
            .chain(&self.narrowing)
            .filter(|rule| rule.matches(tool, arguments, touched, roots));
        // The effects stand in order of strictness.
        let strictest = matching.max_by_key(|rule| rule.effect() as u8);
        let verdict = strictest.map(|rule| Verdict { effect: rule.effect(), rule: rule.shown() });
        let asks = |verdict: &Verdict| verdict.effect != PolicyEffect::Allow;
        if verdict.as_ref().is_some_and(asks) {
            return verdict;
        }
        // A call that may change anything may change what a rule forbids: that is asked.
        let mut all = self.rules.iter().chain(&self.narrowing);
        match all.find(|rule| rule.may_be_meant(tool, arguments, touched)) {
            Some(rule) => Some(Verdict { effect: PolicyEffect::Ask, rule: rule.shown() }),
            None => verdict,
        }
    }

    /// The rules that forbid files to every tool; none if there is none.
    pub(crate) fn path_rules(&self, roots: &[PathBuf]) -> Option<PathRules> {
        let rules = self.rules.iter().chain(&self.narrowing);
        let rules: Vec<_> = rules.filter_map(PolicyRule::forbids_files).collect();
        (!rules.is_empty()).then(|| PathRules::new(rules, roots))
    }
}

/// Stage 9: what the policy says, where no rule is about paths; none where one is.
pub(super) fn at_once(flow: &mut Flow<'_>) -> Option<Result<(), Ended>> {
    let engine = Arc::clone(flow.session.engine());
    flow.verdict = None;
    if engine.policy.is_empty() {
        return Some(Ok(()));
    }
    (!engine.policy.names_paths()).then(|| judge(flow, &engine.policy))
}

/// The same, asking the file system where paths lead.
pub(super) async fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    if let Some(passed) = at_once(flow) {
        return passed;
    }
    flow.resolve_touched().await?;
    let engine = Arc::clone(flow.session.engine());
    judge(flow, &engine.policy)
}

/// A denial ends the call; the rest is for the gate.
fn judge(flow: &mut Flow<'_>, policy: &Policy) -> Result<(), Ended> {
    let canonical = flow.canonical()?;
    let tool = flow.tool()?;
    let roots = flow.session.context().roots();
    match policy.judge(tool, &canonical.arguments, flow.touched.as_ref(), roots) {
        Some(Verdict { effect: PolicyEffect::Deny, rule }) => {
            let text = format!("`{}` is not allowed here; nothing was done.", tool.name());
            Err(Ended::new(
                ToolResult::failed(Status::Denied, text)
                    .with_hint("The user's policy forbids this call; find another way.")
                    .with_operator(format!("denied by policy: {rule}")),
            ))
        }
        verdict => {
            flow.verdict = verdict;
            Ok(())
        }
    }
}
