use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;

use super::{
    AccessMode, ApprovalLevel, Capability, CostTier, DangerLevel, ExecutionCategory, Gate,
    Location, OutputCap, Priority, RateLimit, Retry, Stage, UnknownArguments,
};

/// Everything a tool says about itself beside its name, description and schema.
///
/// `#[tool(…)]` fills it for functions; a tool made at run time builds one:
///
/// ```
/// use tool_core::{AccessMode, CostTier, ToolMetadata};
/// let metadata = ToolMetadata::new()
///     .access_mode(AccessMode::Network)
///     .cost_tier(CostTier::Medium)
///     .category("web")
///     .keywords(["search", "internet"]);
/// assert_eq!(metadata.declared_access, Some(AccessMode::Network));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolMetadata {
    /// Title for people.
    pub title: Option<Cow<'static, str>>,
    /// Other names that the tool answers to.
    pub aliases: Vec<Cow<'static, str>>,
    /// Group that stands before the name in allow lists and listings (`fs.read`).
    pub namespace: Option<Cow<'static, str>>,
    /// Labels for allow lists (`#web`).
    pub tags: Vec<Cow<'static, str>>,
    /// Kind of work, for people and for selection.
    pub category: Option<Cow<'static, str>>,
    /// Words that speak for the tool.
    pub keywords: Vec<Cow<'static, str>>,
    /// What it is good for, in phrases.
    pub use_cases: Vec<Cow<'static, str>>,
    /// Requests in words that it answers.
    pub examples: Vec<Cow<'static, str>>,
    /// Arguments of example calls, each a JSON object.
    pub call_examples: Vec<Value>,
    /// Advice on when to prefer it.
    pub priority_hints: Vec<Cow<'static, str>>,
    /// How soon it is chosen.
    pub priority: Priority,
    /// What a call costs.
    pub cost_tier: CostTier,
    /// The access mode as declared; decisions take an absent one as mixed.
    pub declared_access: Option<AccessMode>,
    /// How much harm a wrong call does.
    pub danger_level: DangerLevel,
    /// Whether a person is asked; absent, mode and danger decide.
    pub gate: Option<Gate>,
    /// Why `gate = "none"` stands although mode or danger asks for approval.
    pub ungated_because: Option<Cow<'static, str>>,
    /// Stages of a conversation in which it is useful.
    pub stages: Vec<Stage>,
    /// Kinds of task in which it is useful.
    pub task_types: Vec<Cow<'static, str>>,
    /// Words that force the tool into a selection, as whole words.
    pub mandatory_keywords: Vec<Cow<'static, str>>,
    /// Parameters whose change means progress; empty means all.
    pub progress_params: Vec<Cow<'static, str>>,
    /// How a call may run beside others; absent, it follows the access mode.
    pub execution_category: Option<ExecutionCategory>,
    /// Longest run of one call, over all attempts.
    pub timeout: Option<Duration>,
    /// How much of an output the model sees.
    pub cap: OutputCap,
    /// Whether a second run changes nothing more; licenses retries only.
    pub idempotent: bool,
    /// Why it should no longer be used.
    pub deprecated: Option<Cow<'static, str>>,
    /// Where a call may run.
    pub location: Location,
    /// What a worker must be able to do; empty, it follows from access mode and tags.
    pub capabilities: Vec<Capability>,
    /// Whether the model first sees only a stub.
    pub deferred: bool,
    /// Whether the tool holds to the limits of a [`Sandbox`](crate::Sandbox), so that mode
    /// `explore` may run it in one.
    pub sandboxed: bool,
    /// Parameters of a run-time tool whose values name what a call reads. The macro has
    /// `#[param(reads)]`.
    pub reads: Vec<Cow<'static, str>>,
    /// Parameters of a run-time tool whose values name what a call writes. The macro has
    /// `#[param(writes)]`.
    pub writes: Vec<Cow<'static, str>>,
    /// What happens to an argument that the tool does not have.
    pub unknown_arguments: UnknownArguments,
    /// At most so many calls in a span of time.
    pub rate_limit: Option<RateLimit>,
    /// How often a failed call is tried again.
    pub retry: Option<Retry>,
    /// How many equal calls with equal results are too many.
    pub loop_limit: Option<u32>,
    /// Tools that are useful after this one.
    pub precedes: Vec<Cow<'static, str>>,
    /// Tools that are useful before this one.
    pub follows: Vec<Cow<'static, str>>,
    /// Tools that can take its place.
    pub alternatives: Vec<Cow<'static, str>>,
    /// Tools that go well with it.
    pub complements: Vec<Cow<'static, str>>,
}

macro_rules! setters {
    ($( $(#[$doc:meta])* $name:ident: $kind:tt $ty:ty; )+) => {
        $( setters!(@one $(#[$doc])* $name $kind $ty); )+
    };
    (@one $(#[$doc:meta])* $name:ident text $ty:ty) => {
        $(#[$doc])*
        pub fn $name(mut self, value: impl Into<Cow<'static, str>>) -> Self {
            self.$name = Some(value.into());
            self
        }
    };
    (@one $(#[$doc:meta])* $name:ident list $ty:ty) => {
        $(#[$doc])*
        pub fn $name<I>(mut self, values: I) -> Self
        where
            I: IntoIterator,
            I::Item: Into<$ty>,
        {
            self.$name.extend(values.into_iter().map(Into::into));
            self
        }
    };
    (@one $(#[$doc:meta])* $name:ident some $ty:ty) => {
        $(#[$doc])*
        pub fn $name(mut self, value: $ty) -> Self {
            self.$name = Some(value);
            self
        }
    };
    (@one $(#[$doc:meta])* $name:ident plain $ty:ty) => {
        $(#[$doc])*
        pub fn $name(mut self, value: $ty) -> Self {
            self.$name = value;
            self
        }
    };
}

impl ToolMetadata {
    /// Nothing declared: every default.
    pub fn new() -> Self {
        ToolMetadata::default()
    }

    /// Declares the access mode.
    pub fn access_mode(mut self, mode: AccessMode) -> Self {
        self.declared_access = Some(mode);
        self
    }

    setters! {
        /// Sets the title for people.
        title: text str;
        /// Adds other names that the tool answers to.
        aliases: list Cow<'static, str>;
        /// Sets the namespace.
        namespace: text str;
        /// Adds tags.
        tags: list Cow<'static, str>;
        /// Sets the category.
        category: text str;
        /// Adds keywords.
        keywords: list Cow<'static, str>;
        /// Adds use cases.
        use_cases: list Cow<'static, str>;
        /// Adds example requests in words.
        examples: list Cow<'static, str>;
        /// Adds arguments of example calls.
        call_examples: list Value;
        /// Adds advice on when to prefer the tool.
        priority_hints: list Cow<'static, str>;
        /// Sets the priority.
        priority: plain Priority;
        /// Sets the cost tier.
        cost_tier: plain CostTier;
        /// Sets the danger level.
        danger_level: plain DangerLevel;
        /// Sets the gate.
        gate: some Gate;
        /// Says why `gate = "none"` stands although mode or danger asks for approval.
        ungated_because: text str;
        /// Adds stages.
        stages: list Stage;
        /// Adds task types.
        task_types: list Cow<'static, str>;
        /// Adds words that force the tool into a selection.
        mandatory_keywords: list Cow<'static, str>;
        /// Adds parameters whose change means progress.
        progress_params: list Cow<'static, str>;
        /// Sets the execution category.
        execution_category: some ExecutionCategory;
        /// Sets the longest run of one call.
        timeout: some Duration;
        /// Sets how much of an output the model sees.
        cap: plain OutputCap;
        /// Says whether a second run changes nothing more.
        idempotent: plain bool;
        /// Says why the tool should no longer be used.
        deprecated: text str;
        /// Sets where a call may run.
        location: plain Location;
        /// Adds what a worker must be able to do.
        capabilities: list Capability;
        /// Says whether the model first sees only a stub.
        deferred: plain bool;
        /// Says whether the tool holds to the limits of a sandbox.
        sandboxed: plain bool;
        /// Adds parameters whose values name what a call reads.
        reads: list Cow<'static, str>;
        /// Adds parameters whose values name what a call writes.
        writes: list Cow<'static, str>;
        /// Sets what happens to an argument that the tool does not have.
        unknown_arguments: plain UnknownArguments;
        /// Limits calls in a span of time.
        rate_limit: some RateLimit;
        /// Sets how often a failed call is tried again.
        retry: some Retry;
        /// Sets how many equal calls with equal results are too many.
        loop_limit: some u32;
        /// Adds tools that are useful after this one.
        precedes: list Cow<'static, str>;
        /// Adds tools that are useful before this one.
        follows: list Cow<'static, str>;
        /// Adds tools that can take its place.
        alternatives: list Cow<'static, str>;
        /// Adds tools that go well with it.
        complements: list Cow<'static, str>;
    }

    /// The access mode that decisions use: the declared one, else mixed.
    pub fn decision_access(&self) -> AccessMode {
        self.declared_access.unwrap_or(AccessMode::Mixed)
    }

    /// How often a person is asked for a call with this effective access.
    pub fn approval_level(&self, effective: AccessMode) -> ApprovalLevel {
        ApprovalLevel::of(
            self.gate,
            self.ungated_because.is_some(),
            self.declared_access,
            effective,
            self.danger_level,
        )
    }

    /// How a call may run beside others.
    pub fn category_of_execution(&self) -> ExecutionCategory {
        self.execution_category.unwrap_or_else(|| self.decision_access().into())
    }

    /// What a worker must be able to do: as declared, else from access mode and tags.
    pub fn capabilities_needed(&self) -> Vec<Capability> {
        if self.capabilities.is_empty() {
            Capability::derive(self.decision_access(), self.tags.iter().map(|tag| &**tag))
        } else {
            self.capabilities.clone()
        }
    }

    /// Checks what the macro checks at compile time, for tools made at run time.
    ///
    /// # Errors
    /// The first contradiction, worded for the author of the tool.
    pub fn check(&self) -> Result<(), MetadataError> {
        let required = ApprovalLevel::required(self.decision_access(), self.danger_level);
        if self.gate == Some(Gate::None)
            && required > ApprovalLevel::Log
            && self.ungated_because.is_none()
        {
            return Err(MetadataError::GateTooWeak {
                access: self.declared_access,
                danger: self.danger_level,
            });
        }
        if self.timeout.is_some_and(|limit| limit.is_zero()) {
            return Err(MetadataError::ZeroTimeout);
        }
        if self.cap.lines == 0 || self.cap.bytes == 0 {
            return Err(MetadataError::ZeroCap);
        }
        Ok(())
    }
}

/// Metadata that contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MetadataError {
    /// `gate = "none"` where mode or danger asks for approval.
    #[error(
        "gate `none` is weaker than access mode `{}` with danger `{danger}` allows; declare \
         `readonly` or `network` if that is what it does, leave the gate out, or say \
         `ungated_because`",
        .access.map_or("undeclared", AccessMode::as_str)
    )]
    GateTooWeak {
        /// The declared access mode.
        access: Option<AccessMode>,
        /// The declared danger.
        danger: DangerLevel,
    },
    /// A timeout of nothing.
    #[error("a timeout of zero would end every call; leave it out for the default of 60 s")]
    ZeroTimeout,
    /// A cap of nothing.
    #[error("an output cap of zero would hide every result; leave it out for the default")]
    ZeroCap,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undeclared_mode_decides_as_mixed() {
        let metadata = ToolMetadata::new();
        assert_eq!(metadata.declared_access, None);
        assert_eq!(metadata.decision_access(), AccessMode::Mixed);
        assert_eq!(metadata.category_of_execution(), ExecutionCategory::Mixed);
        assert_eq!(metadata.approval_level(AccessMode::Mixed), ApprovalLevel::EveryTime);
    }

    #[test]
    fn a_gate_weaker_than_mode_or_danger_is_refused() {
        let weak = ToolMetadata::new().gate(Gate::None).access_mode(AccessMode::Write);
        assert!(matches!(weak.check(), Err(MetadataError::GateTooWeak { .. })));
        assert!(weak.clone().ungated_because("scratch only").check().is_ok());
        let danger = ToolMetadata::new()
            .gate(Gate::None)
            .access_mode(AccessMode::Readonly)
            .danger_level(DangerLevel::Medium);
        assert!(danger.check().is_err());
        assert!(ToolMetadata::new().gate(Gate::None).check().is_err());
    }

    #[test]
    fn zero_limits_are_refused() {
        let none = ToolMetadata::new().timeout(Duration::ZERO);
        assert_eq!(none.check(), Err(MetadataError::ZeroTimeout));
        let none = ToolMetadata::new().cap(OutputCap { lines: 0, bytes: 1 });
        assert_eq!(none.check(), Err(MetadataError::ZeroCap));
    }
}
