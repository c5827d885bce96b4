//! Which tools an agent may use.
//!
//! `list = entry*`; `entry = "!"? term ("&" term)*`;
//! `term = "*" | "#"tag | ns".*" | name | ns"."name | alias`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::kinds::{self, EntryKind, ToolEntry};
use super::snapshot::Snapshot;
use super::{Registry, Tool};
use crate::{AccessMode, suggest};

/// What an agent is to have: its allow list, and what of that it loads only when it asks.
///
/// ```
/// use tool_core::AgentTools;
/// let reader = AgentTools::new(["#readonly", "!web.*"]).deferred(["grep"]);
/// # let _ = reader;
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AgentTools {
    allow: Vec<String>,
    deferred: Option<Vec<String>>,
}

impl AgentTools {
    /// An allow list. The result is the union of the entries minus the union of those with `!`,
    /// in any order; a list of nothing else than those is empty.
    pub fn new<I>(allow: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        AgentTools { allow: allow.into_iter().map(Into::into).collect(), deferred: None }
    }

    /// The names or aliases of tools that are loaded only on request, all of them allowed ones.
    /// Without this, they are the allowed tools that declare `deferred`.
    #[must_use]
    pub fn deferred<I>(mut self, names: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.deferred.get_or_insert_default().extend(names.into_iter().map(Into::into));
        self
    }
}

/// What an agent may use: the names that its list gave, nothing else. Empty is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedTools {
    names: BTreeSet<String>,
    deferred: BTreeSet<String>,
}

impl AllowedTools {
    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The names of those that are loaded only on request, in order.
    pub fn deferred(&self) -> impl Iterator<Item = &str> {
        self.deferred.iter().map(String::as_str)
    }

    /// Whether a tool may be used, by its name.
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether a tool is loaded only on request, by its name.
    pub fn is_deferred(&self, name: &str) -> bool {
        self.deferred.contains(name)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// What is wrong with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllowProblem {
    /// No tool answers to the name.
    UnknownName,
    /// No tool has the tag.
    UnknownTag,
    /// It is not of the grammar.
    BadTerm,
    /// A deferred name that no tool answers to.
    DeferredUnknown,
    /// A deferred tool that is built late.
    DeferredLate,
    /// A deferred tool that is always on.
    DeferredAlwaysOn,
    /// A deferred tool that the allow list does not give.
    DeferredNotAllowed,
}

/// One fault of an allow list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllowFault {
    /// The agent.
    pub agent: String,
    /// The entry, as it was written.
    pub entry: String,
    /// The part of it that is wrong.
    pub term: String,
    /// What is wrong.
    pub problem: AllowProblem,
    /// What may have been meant.
    pub suggestion: Option<String>,
}

impl fmt::Display for AllowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (entry, term) = (&self.entry, &self.term);
        write!(f, "agent `{}`, entry `{entry}`: ", self.agent)?;
        match self.problem {
            AllowProblem::UnknownName => write!(f, "there is no tool `{term}`"),
            AllowProblem::UnknownTag => write!(f, "no tool has the tag `{term}`"),
            AllowProblem::BadTerm => write!(
                f,
                "`{term}` is none of `*`, `#tag`, `namespace.*`, `name`, `namespace.name`, with \
                 `!` before the whole entry and `&` between terms"
            ),
            AllowProblem::DeferredUnknown => write!(f, "to be deferred, but there is no such tool"),
            AllowProblem::DeferredLate => {
                write!(f, "to be deferred, but it is built late, which cannot wait longer")
            }
            AllowProblem::DeferredAlwaysOn => write!(f, "to be deferred, but it is always on"),
            AllowProblem::DeferredNotAllowed => {
                write!(f, "to be deferred, but the allow list does not give it")
            }
        }?;
        match &self.suggestion {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

/// Every fault of every agent's list; nothing was resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllowListError {
    /// The faults, in the order of agents and entries.
    pub faults: Vec<AllowFault>,
}

impl fmt::Display for AllowListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for AllowListError {}

impl Registry {
    /// Resolves the lists of all agents, before anything of them runs.
    ///
    /// # Errors
    /// Every fault of every agent. A namespace without tools is none.
    pub fn validate_allow_lists<'a, I, N>(
        &self,
        agents: I,
    ) -> Result<BTreeMap<String, AllowedTools>, AllowListError>
    where
        I: IntoIterator<Item = (N, &'a AgentTools)>,
        N: Into<String>,
    {
        let snapshot = self.snapshot();
        let known = Known::of(&snapshot);
        let mut faults = Vec::new();
        let mut resolved = BTreeMap::new();
        for (agent, tools) in agents {
            let agent = agent.into();
            let allowed = known.resolve(&agent, tools, &mut faults);
            resolved.insert(agent, allowed);
        }
        if faults.is_empty() { Ok(resolved) } else { Err(AllowListError { faults }) }
    }

    /// Resolves one list.
    ///
    /// ```
    /// # use tool_core::{AgentTools, Registry};
    /// # let registry = Registry::new();
    /// let none = registry.resolve_allow_list(&AgentTools::new(["*", "!#write"]))?;
    /// assert!(none.is_empty());
    /// # Ok::<(), tool_core::AllowListError>(())
    /// ```
    ///
    /// # Errors
    /// As [`validate_allow_lists`](Registry::validate_allow_lists); the agent is named `agent`.
    pub fn resolve_allow_list(&self, tools: &AgentTools) -> Result<AllowedTools, AllowListError> {
        let mut all = self.validate_allow_lists([("agent", tools)])?;
        Ok(all.remove("agent").unwrap_or_default())
    }
}

/// What lists go by.
struct Known<'a> {
    snapshot: &'a Snapshot,
    entries: Vec<ToolEntry>,
    tags: BTreeSet<String>,
}

enum Term {
    All,
    Tag(String),
    Namespace(String),
    /// A tool by its canonical name, and whoever stands for it under another key.
    Name(String),
}

impl<'a> Known<'a> {
    fn of(snapshot: &'a Snapshot) -> Self {
        let entries: Vec<ToolEntry> = kinds::entries(snapshot).collect();
        let mut tags: BTreeSet<String> =
            entries.iter().flat_map(|entry| entry.tags.iter().cloned()).collect();
        tags.extend(AccessMode::NAMES.iter().map(|&mode| mode.to_owned()));
        Known { snapshot, entries, tags }
    }

    fn resolve(
        &self,
        agent: &str,
        tools: &AgentTools,
        faults: &mut Vec<AllowFault>,
    ) -> AllowedTools {
        let mut given = BTreeSet::new();
        let mut taken = BTreeSet::new();
        for entry in &tools.allow {
            let text = entry.trim();
            let (negative, terms) = match text.strip_prefix('!') {
                Some(rest) => (true, rest),
                None => (false, text),
            };
            let before = faults.len();
            let terms: Vec<Term> = terms
                .split('&')
                .filter_map(|term| {
                    let fault = |(problem, suggestion)| AllowFault {
                        agent: agent.to_owned(),
                        entry: entry.clone(),
                        term: term.trim().to_owned(),
                        problem,
                        suggestion,
                    };
                    self.term(term.trim()).map_err(|found| faults.push(fault(found))).ok()
                })
                .collect();
            if faults.len() > before {
                continue;
            }
            let matched = self
                .entries
                .iter()
                .filter(|tool| terms.iter().all(|term| self.matches(term, tool, negative)));
            let names = matched.map(|tool| tool.name.clone());
            if negative { taken.extend(names) } else { given.extend(names) }
        }
        let names: BTreeSet<String> = given.difference(&taken).cloned().collect();
        let deferred = self.deferred(agent, tools, &names, faults);
        AllowedTools { names, deferred }
    }

    fn term(&self, term: &str) -> Result<Term, (AllowProblem, Option<String>)> {
        let bad = Err((AllowProblem::BadTerm, None));
        if term == "*" {
            return Ok(Term::All);
        }
        if let Some(tag) = term.strip_prefix('#') {
            if self.tags.contains(tag) {
                return Ok(Term::Tag(tag.to_owned()));
            }
            let near = suggest::nearest(tag, self.tags.iter().map(String::as_str));
            return Err((AllowProblem::UnknownTag, near.map(|near| format!("#{near}"))));
        }
        if term.is_empty() || term.contains(['!', '#', ' ']) {
            return bad;
        }
        if let Some(namespace) = term.strip_suffix(".*") {
            let whole = namespace.split('.').all(|part| !part.is_empty() && !part.contains('*'));
            return if whole { Ok(Term::Namespace(namespace.to_owned())) } else { bad };
        }
        if term.contains('*') {
            return bad;
        }
        if let Some(name) = self.named(term) {
            return Ok(Term::Name(name));
        }
        let full = self
            .entries
            .iter()
            .filter_map(|entry| Some(format!("{}.{}", entry.namespace.as_ref()?, entry.name)));
        let full: Vec<String> = if term.contains('.') { full.collect() } else { Vec::new() };
        let known = self.snapshot.known().chain(full.iter().map(String::as_str));
        Err((AllowProblem::UnknownName, suggest::nearest(term, known).map(str::to_owned)))
    }

    /// The canonical name behind a name, an alias, or either after its namespace.
    fn named(&self, term: &str) -> Option<String> {
        if let Some(name) = self.snapshot.canonical(term) {
            return Some(name.to_owned());
        }
        if let Some((namespace, last)) = term.rsplit_once('.') {
            let name = self.snapshot.canonical(last)?;
            let own = self.entries.iter().find(|entry| entry.name == name)?;
            return (own.namespace.as_deref() == Some(namespace)).then(|| name.to_owned());
        }
        None
    }

    fn matches(&self, term: &Term, tool: &ToolEntry, negative: bool) -> bool {
        match term {
            Term::All => true,
            Term::Tag(tag) => tool.tags.contains(tag),
            Term::Namespace(namespace) => tool.namespace.as_ref().is_some_and(|own| {
                let rest = own.strip_prefix(namespace.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            }),
            Term::Name(name) => {
                // What takes a tool away takes it away under every key that it has.
                let stands_for = |tool: &Tool| tool.origin_names().any(|origin| origin == name);
                tool.name == *name
                    || (negative && self.snapshot.get(&tool.name).is_some_and(stands_for))
            }
        }
    }

    fn deferred(
        &self,
        agent: &str,
        tools: &AgentTools,
        allowed: &BTreeSet<String>,
        faults: &mut Vec<AllowFault>,
    ) -> BTreeSet<String> {
        let Some(own) = &tools.deferred else {
            let default = |entry: &&ToolEntry| entry.deferred && allowed.contains(&entry.name);
            return self.entries.iter().filter(default).map(|entry| entry.name.clone()).collect();
        };
        let mut deferred = BTreeSet::new();
        for term in own {
            let name = self.named(term.trim());
            let entry = name.and_then(|name| self.entries.iter().find(|entry| entry.name == name));
            let problem = match entry {
                None => AllowProblem::DeferredUnknown,
                Some(entry) => match entry.kind {
                    EntryKind::BuiltLate => AllowProblem::DeferredLate,
                    EntryKind::AlwaysOn => AllowProblem::DeferredAlwaysOn,
                    _ if !allowed.contains(&entry.name) => AllowProblem::DeferredNotAllowed,
                    _ => {
                        deferred.insert(entry.name.clone());
                        continue;
                    }
                },
            };
            let near = match problem {
                AllowProblem::DeferredUnknown => suggest::nearest(term, self.snapshot.known()),
                _ => None,
            };
            faults.push(AllowFault {
                agent: agent.to_owned(),
                entry: term.clone(),
                term: term.clone(),
                problem,
                suggestion: near.map(str::to_owned),
            });
        }
        deferred
    }
}
