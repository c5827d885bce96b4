//! What an agent is shown for a request, and why.

use std::collections::BTreeMap;

use tool_core::{
    AccessMode, AllowedTools, CostTier, Mode, Priority, SchemaLevel, Show, Stage, Tool,
};

use crate::budget;
use crate::document::Document;
use crate::index::Index;
use crate::trace::{Rule, Selection, Verdict};
use crate::words::Words;

/// What is asked of a [`Selector`].
///
/// ```
/// use tool_core::{Mode, Stage};
/// use tool_search::Request;
/// let request = Request::new("find the failing test")
///     .stage(Stage::Reading)
///     .mode(Mode::Plan)
///     .most_tools(5)
///     .most_tokens(2_000);
/// # let _ = request;
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Request {
    pub(crate) text: String,
    pub(crate) stage: Option<Stage>,
    pub(crate) task_type: Option<String>,
    pub(crate) mode: Mode,
    pub(crate) most_tools: Option<usize>,
    pub(crate) most_tokens: Option<usize>,
    pub(crate) recent: Vec<String>,
    pub(crate) level: SchemaLevel,
}

impl Request {
    /// A request in words: mode build, 15 tools, any number of tokens, full schemas.
    pub fn new(text: impl Into<String>) -> Self {
        Request { text: text.into(), ..Request::default() }
    }

    /// Sets the stage of the conversation.
    #[must_use]
    pub fn stage(mut self, stage: Stage) -> Self {
        self.stage = Some(stage);
        self
    }

    /// Sets the kind of task.
    #[must_use]
    pub fn task_type(mut self, task: impl Into<String>) -> Self {
        self.task_type = Some(task.into());
        self
    }

    /// Sets the ceiling: tools that it would refuse are not shown.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Sets the most tools. Critical tools and those of mandatory keywords come first, and they
    /// count.
    #[must_use]
    pub fn most_tools(mut self, most: usize) -> Self {
        self.most_tools = Some(most);
        self
    }

    /// Sets the most tokens that all definitions may take, as
    /// [`Tool::tokens_estimate`] counts.
    #[must_use]
    pub fn most_tokens(mut self, most: usize) -> Self {
        self.most_tokens = Some(most);
        self
    }

    /// Names tools that were called lately.
    #[must_use]
    pub fn recent<I>(mut self, names: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.recent.extend(names.into_iter().map(Into::into));
        self
    }

    /// Sets the level at which tools are shown while the tokens last.
    #[must_use]
    pub fn level(mut self, level: SchemaLevel) -> Self {
        self.level = level;
        self
    }
}

/// How many tools a selection has where the request does not say.
pub(crate) const MOST_TOOLS: usize = 15;

/// What is added to how well a tool suits the words of a request. That is from 0 to 1: its share of
/// the best score.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Preferences {
    /// For priority high; medium gets half of it, lower ones nothing. Default 0.1.
    pub priority: f64,
    /// Taken away for each step of cost. Default 0.05.
    pub cost: f64,
    /// For a tool that was called lately. Default 0.1.
    pub recent: f64,
    /// For a tool that declares the stage; one that declares others only loses as much.
    /// Default 0.15.
    pub stage: f64,
    /// For a tool that declares the kind of task. Default 0.15.
    pub task_type: f64,
    /// The least share of the best score that words must give. Default 0.1.
    pub floor: f64,
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            priority: 0.1,
            cost: 0.05,
            recent: 0.1,
            stage: 0.15,
            task_type: 0.15,
            floor: 0.1,
        }
    }
}

/// Chooses among the tools of a registry.
///
/// Its index is made once; [`refresh`](Selector::refresh) looks again.
#[derive(Default)]
pub struct Selector {
    tools: BTreeMap<String, Tool>,
    index: Index,
    words: Words,
    preferences: Preferences,
}

impl Selector {
    /// Over these tools, with the default preferences.
    pub fn new(tools: impl IntoIterator<Item = Tool>) -> Self {
        let mut selector = Selector::default();
        selector.refresh(tools);
        selector
    }

    /// Over every tool of a registry.
    pub fn of(registry: &tool_core::Registry) -> Self {
        Selector::new(registry.list_tools(Show::All))
    }

    /// Sets the preferences.
    #[must_use]
    pub fn preferences(mut self, preferences: Preferences) -> Self {
        self.preferences = preferences;
        self
    }

    /// Takes these tools in place of those before; only what changed is read again.
    pub fn refresh(&mut self, tools: impl IntoIterator<Item = Tool>) {
        let now: BTreeMap<String, Tool> =
            tools.into_iter().map(|tool| (tool.name().to_owned(), tool)).collect();
        for name in self.tools.keys().filter(|name| !now.contains_key(*name)) {
            self.index.remove(name);
        }
        for (name, tool) in &now {
            let same = |old: &Tool| old.definition_digest() == tool.definition_digest();
            if !self.tools.get(name).is_some_and(same) {
                self.index.insert(Document::of(tool));
            }
        }
        self.tools = now;
    }

    /// The tools for a request, in order of name, so that the listing stays the same while the
    /// choice does; with a verdict on every tool. Without an allow list every tool may be used.
    ///
    /// Where no tool suits the words, there are the critical ones, never all.
    pub fn select(&self, request: &Request, allowed: Option<&AllowedTools>) -> Selection {
        let found = self.index.search(&request.text, self.tools.len());
        let best = found.first().map_or(1.0, |found| found.score).max(f64::MIN_POSITIVE);
        let found: BTreeMap<&str, f64> =
            found.iter().map(|found| (found.name.as_str(), found.score / best)).collect();
        let said = self.words.plain(&request.text);
        let mut trace: BTreeMap<String, Verdict> = BTreeMap::new();
        let mut candidates = Vec::new();
        for (name, tool) in &self.tools {
            let rule = match barred(tool, request, allowed) {
                Some(rule) => rule,
                None => {
                    let words = found.get(name.as_str()).copied().unwrap_or_default();
                    let (rule, score) = self.judge(tool, request, words, &said);
                    if rule.is_in() {
                        candidates.push(budget::Candidate { tool, rule, score });
                        continue;
                    }
                    rule
                }
            };
            trace.insert(name.clone(), Verdict::out(name, rule));
        }
        budget::spend(request, candidates, trace)
    }

    fn judge(&self, tool: &Tool, request: &Request, words: f64, said: &[String]) -> (Rule, f64) {
        let metadata = tool.metadata();
        let preferences = &self.preferences;
        let score = words + self.preferred(tool, request);
        let keyword = metadata.mandatory_keywords.iter().find(|keyword| {
            let keyword = self.words.plain(keyword);
            !keyword.is_empty() && said.windows(keyword.len()).any(|part| part == keyword)
        });
        if let Some(keyword) = keyword {
            return (Rule::Mandatory(keyword.to_string()), score);
        }
        if metadata.priority == Priority::Critical {
            return (Rule::Critical, score);
        }
        if words <= 0.0 {
            return (Rule::NoWord, score);
        }
        if words < preferences.floor {
            return (Rule::BelowFloor, score);
        }
        (Rule::Suits, score)
    }

    fn preferred(&self, tool: &Tool, request: &Request) -> f64 {
        let metadata = tool.metadata();
        let preferences = &self.preferences;
        let mut more = match metadata.priority {
            Priority::Critical | Priority::High => preferences.priority,
            Priority::Medium => preferences.priority / 2.0,
            _ => 0.0,
        };
        more -= preferences.cost * metadata.cost_tier.weight();
        if tool.names().any(|name| request.recent.iter().any(|recent| recent == name)) {
            more += preferences.recent;
        }
        if let Some(stage) = request.stage
            && !metadata.stages.is_empty()
        {
            let own = metadata.stages.contains(&stage);
            more += if own { preferences.stage } else { -preferences.stage };
        }
        if let Some(task) = &request.task_type
            && metadata.task_types.iter().any(|own| own.eq_ignore_ascii_case(task))
        {
            more += preferences.task_type;
        }
        more
    }
}

/// Why a tool may not be shown, whatever the request.
fn barred(tool: &Tool, request: &Request, allowed: Option<&AllowedTools>) -> Option<Rule> {
    if allowed.is_some_and(|allowed| !allowed.contains(tool.name())) {
        return Some(Rule::NotAllowed);
    }
    if !tool.is_enabled() {
        return Some(Rule::SwitchedOff);
    }
    let metadata = tool.metadata();
    let access = metadata.decision_access();
    let changes = matches!(access, AccessMode::Write | AccessMode::Execute | AccessMode::Mixed);
    // A tool that narrows its access by its arguments may still be called.
    let always = changes && !tool.may_narrow();
    let refused = match request.mode {
        Mode::Plan => always,
        Mode::Explore => metadata.cost_tier == CostTier::High || (always && !metadata.sandboxed),
        Mode::Build => false,
    };
    if refused {
        return Some(Rule::Mode(request.mode));
    }
    tool.availability().err().map(|_reason| Rule::Unavailable)
}
