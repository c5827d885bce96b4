//! Metadata as the macro writes it down: nothing but constants.

use std::borrow::Cow;
use std::time::Duration;

use super::{
    AccessMode, Capability, CostTier, DangerLevel, ExecutionCategory, Gate, Location, OutputCap,
    Priority, RateLimit, Retry, Stage, ToolMetadata, UnknownArguments,
};

/// Names in a table.
pub type Names = &'static [&'static str];

/// What a tool declares; `None` and empty lists are undeclared.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "each field is the field of `ToolMetadata` of the same name")]
pub struct MetadataTable {
    pub title: Option<&'static str>,
    pub aliases: Names,
    pub namespace: Option<&'static str>,
    pub tags: Names,
    pub category: Option<&'static str>,
    pub keywords: Names,
    pub use_cases: Names,
    pub examples: Names,
    /// Each a JSON object as text.
    pub call_examples: Names,
    pub priority_hints: Names,
    pub priority: Option<Priority>,
    pub cost_tier: Option<CostTier>,
    pub access_mode: Option<AccessMode>,
    pub danger_level: Option<DangerLevel>,
    pub gate: Option<Gate>,
    pub ungated_because: Option<&'static str>,
    pub stages: &'static [Stage],
    pub task_types: Names,
    pub mandatory_keywords: Names,
    pub progress_params: Names,
    pub execution_category: Option<ExecutionCategory>,
    pub timeout: Option<Duration>,
    pub cap: Option<OutputCap>,
    pub idempotent: bool,
    pub deprecated: Option<&'static str>,
    pub location: Option<Location>,
    pub capabilities: &'static [Capability],
    pub deferred: bool,
    pub sandboxed: bool,
    pub unknown_arguments: Option<UnknownArguments>,
    pub rate_limit: Option<RateLimit>,
    pub retry: Option<Retry>,
    pub loop_limit: Option<u32>,
    pub precedes: Names,
    pub follows: Names,
    pub alternatives: Names,
    pub complements: Names,
}

impl MetadataTable {
    /// Nothing declared.
    pub const NONE: MetadataTable = MetadataTable {
        title: None,
        aliases: &[],
        namespace: None,
        tags: &[],
        category: None,
        keywords: &[],
        use_cases: &[],
        examples: &[],
        call_examples: &[],
        priority_hints: &[],
        priority: None,
        cost_tier: None,
        access_mode: None,
        danger_level: None,
        gate: None,
        ungated_because: None,
        stages: &[],
        task_types: &[],
        mandatory_keywords: &[],
        progress_params: &[],
        execution_category: None,
        timeout: None,
        cap: None,
        idempotent: false,
        deprecated: None,
        location: None,
        capabilities: &[],
        deferred: false,
        sandboxed: false,
        unknown_arguments: None,
        rate_limit: None,
        retry: None,
        loop_limit: None,
        precedes: &[],
        follows: &[],
        alternatives: &[],
        complements: &[],
    };

    /// What is declared here, and where nothing is, what `defaults` say.
    pub fn or(&self, defaults: &MetadataTable) -> MetadataTable {
        MetadataTable {
            title: self.title.or(defaults.title),
            aliases: list(self.aliases, defaults.aliases),
            namespace: self.namespace.or(defaults.namespace),
            tags: list(self.tags, defaults.tags),
            category: self.category.or(defaults.category),
            keywords: list(self.keywords, defaults.keywords),
            use_cases: list(self.use_cases, defaults.use_cases),
            examples: list(self.examples, defaults.examples),
            call_examples: list(self.call_examples, defaults.call_examples),
            priority_hints: list(self.priority_hints, defaults.priority_hints),
            priority: self.priority.or(defaults.priority),
            cost_tier: self.cost_tier.or(defaults.cost_tier),
            access_mode: self.access_mode.or(defaults.access_mode),
            danger_level: self.danger_level.or(defaults.danger_level),
            gate: self.gate.or(defaults.gate),
            ungated_because: self.ungated_because.or(defaults.ungated_because),
            stages: list(self.stages, defaults.stages),
            task_types: list(self.task_types, defaults.task_types),
            mandatory_keywords: list(self.mandatory_keywords, defaults.mandatory_keywords),
            progress_params: list(self.progress_params, defaults.progress_params),
            execution_category: self.execution_category.or(defaults.execution_category),
            timeout: self.timeout.or(defaults.timeout),
            cap: self.cap.or(defaults.cap),
            idempotent: self.idempotent || defaults.idempotent,
            deprecated: self.deprecated.or(defaults.deprecated),
            location: self.location.or(defaults.location),
            capabilities: list(self.capabilities, defaults.capabilities),
            deferred: self.deferred || defaults.deferred,
            sandboxed: self.sandboxed || defaults.sandboxed,
            unknown_arguments: self.unknown_arguments.or(defaults.unknown_arguments),
            rate_limit: self.rate_limit.or(defaults.rate_limit),
            retry: self.retry.or(defaults.retry),
            loop_limit: self.loop_limit.or(defaults.loop_limit),
            precedes: list(self.precedes, defaults.precedes),
            follows: list(self.follows, defaults.follows),
            alternatives: list(self.alternatives, defaults.alternatives),
            complements: list(self.complements, defaults.complements),
        }
    }

    /// The table as metadata.
    pub fn to_metadata(&self) -> ToolMetadata {
        ToolMetadata {
            title: self.title.map(Cow::Borrowed),
            aliases: owned(self.aliases),
            namespace: self.namespace.map(Cow::Borrowed),
            tags: owned(self.tags),
            category: self.category.map(Cow::Borrowed),
            keywords: owned(self.keywords),
            use_cases: owned(self.use_cases),
            examples: owned(self.examples),
            // The macro has parsed each, so none is dropped here.
            call_examples: self
                .call_examples
                .iter()
                .filter_map(|text| serde_json::from_str(text).ok())
                .collect(),
            priority_hints: owned(self.priority_hints),
            priority: self.priority.unwrap_or_default(),
            cost_tier: self.cost_tier.unwrap_or_default(),
            declared_access: self.access_mode,
            danger_level: self.danger_level.unwrap_or_default(),
            gate: self.gate,
            ungated_because: self.ungated_because.map(Cow::Borrowed),
            stages: self.stages.to_vec(),
            task_types: owned(self.task_types),
            mandatory_keywords: owned(self.mandatory_keywords),
            progress_params: owned(self.progress_params),
            execution_category: self.execution_category,
            timeout: self.timeout,
            cap: self.cap.unwrap_or_default(),
            idempotent: self.idempotent,
            deprecated: self.deprecated.map(Cow::Borrowed),
            location: self.location.unwrap_or_default(),
            capabilities: self.capabilities.to_vec(),
            deferred: self.deferred,
            sandboxed: self.sandboxed,
            reads: Vec::new(),
            writes: Vec::new(),
            unknown_arguments: self.unknown_arguments.unwrap_or_default(),
            rate_limit: self.rate_limit,
            retry: self.retry,
            loop_limit: self.loop_limit,
            precedes: owned(self.precedes),
            follows: owned(self.follows),
            alternatives: owned(self.alternatives),
            complements: owned(self.complements),
        }
    }
}

fn owned(names: Names) -> Vec<Cow<'static, str>> {
    names.iter().map(|&name| Cow::Borrowed(name)).collect()
}

fn list<T>(own: &'static [T], default: &'static [T]) -> &'static [T] {
    if own.is_empty() { default } else { own }
}
