//! The options of `#[tool(…)]`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::TokenStream;

use super::measure::{CapOption, RateOption, Span1};
use super::value::{Count, CratePath, Flag, ListOption, Named, Text};
use crate::ctxt::Ctxt;

/// The options of a tool as its author wrote them.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ToolOptions {
    pub(crate) name: Option<Text>,
    pub(crate) title: Option<Text>,
    pub(crate) aliases: ListOption,
    pub(crate) namespace: Option<Text>,
    pub(crate) tags: ListOption,
    pub(crate) cost_tier: Option<Text>,
    pub(crate) category: Option<Text>,
    pub(crate) keywords: ListOption,
    pub(crate) use_cases: ListOption,
    pub(crate) examples: ListOption,
    pub(crate) call_examples: ListOption,
    pub(crate) priority_hints: ListOption,
    pub(crate) priority: Option<Text>,
    pub(crate) access_mode: Option<Text>,
    pub(crate) danger_level: Option<Text>,
    pub(crate) stages: ListOption,
    pub(crate) task_types: ListOption,
    pub(crate) mandatory_keywords: ListOption,
    pub(crate) progress_params: ListOption,
    pub(crate) execution_category: Option<Text>,
    pub(crate) availability: Option<Named>,
    pub(crate) availability_check: Option<Named>,
    pub(crate) gate: Option<Text>,
    pub(crate) ungated_because: Option<Text>,
    pub(crate) timeout: Option<Span1>,
    pub(crate) cap: Option<CapOption>,
    pub(crate) idempotent: Flag,
    pub(crate) deprecated: Option<Text>,
    pub(crate) location: Option<Text>,
    pub(crate) capabilities: ListOption,
    pub(crate) deferred: Flag,
    pub(crate) sandboxed: Flag,
    pub(crate) unknown_arguments: Option<Text>,
    pub(crate) inline: Flag,
    pub(crate) effective_access: Option<Named>,
    pub(crate) fingerprint: Option<Named>,
    pub(crate) rate_limit: Option<RateOption>,
    pub(crate) retry: Option<Count>,
    pub(crate) loop_limit: Option<Count>,
    pub(crate) precedes: ListOption,
    pub(crate) follows: ListOption,
    pub(crate) alternatives: ListOption,
    pub(crate) complements: ListOption,
    #[darling(rename = "crate")]
    pub(crate) krate: Option<CratePath>,
    /// The options that are given, or meant, in a way that cannot be read, which was said.
    #[darling(skip)]
    pub(crate) unread: Vec<String>,
}

/// Every option, in the order of the documentation.
pub(crate) const NAMES: &[&str] = &[
    "name",
    "title",
    "aliases",
    "namespace",
    "tags",
    "cost_tier",
    "category",
    "keywords",
    "use_cases",
    "examples",
    "call_examples",
    "priority_hints",
    "priority",
    "access_mode",
    "danger_level",
    "stages",
    "task_types",
    "mandatory_keywords",
    "progress_params",
    "execution_category",
    "availability",
    "availability_check",
    "gate",
    "ungated_because",
    "timeout",
    "cap",
    "idempotent",
    "deprecated",
    "location",
    "capabilities",
    "deferred",
    "sandboxed",
    "unknown_arguments",
    "inline",
    "effective_access",
    "fingerprint",
    "rate_limit",
    "retry",
    "loop_limit",
    "precedes",
    "follows",
    "alternatives",
    "complements",
    "crate",
];

impl ToolOptions {
    /// Reads the options; what is wrong is collected, and the rest is kept.
    pub(crate) fn parse(ctxt: &Ctxt, tokens: TokenStream) -> Self {
        ToolOptions::with_defaults(ctxt, super::list(ctxt, tokens), &[])
    }

    /// Reads options, with those of a set for what is not among them.
    pub(crate) fn with_defaults(ctxt: &Ctxt, own: Vec<NestedMeta>, shared: &[NestedMeta]) -> Self {
        let mut unread = Vec::new();
        let mut metas = super::known_once(ctxt, own, NAMES, "#[tool]", &mut unread);
        let names: Vec<_> = metas.iter().filter_map(super::name_of).collect();
        let absent = |meta: &&NestedMeta| !super::name_of(meta).is_some_and(|n| names.contains(&n));
        metas.extend(shared.iter().filter(absent).cloned());
        if let Ok(options) = ToolOptions::from_list(&metas) {
            return ToolOptions { unread, ..options };
        }
        // One at a time, so that one bad value does not hide what the others say.
        let mut good = Vec::new();
        for meta in metas {
            match ToolOptions::from_list(std::slice::from_ref(&meta)) {
                Ok(_) => good.push(meta),
                Err(error) => {
                    let name = super::name_of(&meta).unwrap_or_default();
                    ctxt.darling(&name, error);
                    unread.push(name);
                }
            }
        }
        ToolOptions { unread, ..ToolOptions::from_list(&good).unwrap_or_default() }
    }

    /// Whether an option could be read, if it is there at all.
    pub(crate) fn is_read(&self, name: &str) -> bool {
        !self.unread.iter().any(|unread| unread == name)
    }

    /// The availability check, under either of its spellings.
    pub(crate) fn availability_path(&self) -> Option<&Named> {
        self.availability.as_ref().or(self.availability_check.as_ref())
    }
}

/// What a set or a crate can declare for all its tools: nothing that is one tool's alone.
pub(crate) const SHARED: &[&str] = &[
    "namespace",
    "tags",
    "cost_tier",
    "category",
    "keywords",
    "priority",
    "access_mode",
    "danger_level",
    "stages",
    "task_types",
    "execution_category",
    "gate",
    "ungated_because",
    "timeout",
    "cap",
    "location",
    "capabilities",
    "rate_limit",
];

/// What a set can declare beside those: its tools are expanded together, under one path.
pub(crate) const SHARED_BY_SET: &[&str] = &["crate"];
