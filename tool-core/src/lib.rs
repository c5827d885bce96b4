//! Tools for LLM agents: what a tool is, the registry, and how a call runs.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod args;
mod bounds;
mod cancel;
mod context;
mod error;
pub mod exec;
mod metadata;
mod output;
mod param;
mod pattern;
mod registry;
mod result;
mod same_type;
mod schema;
mod status;
mod suggest;
pub mod testing;
mod tool;

pub use args::{
    ArgumentPolicy, ArgumentReport, Arguments, Fault, FaultKind, MAX_ARGUMENT_BYTES,
    MAX_ARGUMENT_DEPTH, RawArguments, Repair,
};
pub use bounds::{AvailabilityAnswer, ToolDefault, ToolReturn};
pub use cancel::Cancel;
pub use context::{ProcessPolicy, Progress, Sandbox, Secrets, ToolContext, ToolContextBuilder};
pub use error::ToolError;
pub use exec::{
    ApprovalRequest, Approver, Batch, Budget, Decision, Executor, ExecutorBuilder, ExecutorError,
    Hook, Mode, Policy, Session, ToolCall,
};
pub use metadata::{
    AccessMode, ApprovalLevel, Capability, CostTier, DangerLevel, EdgeKind, ExecutionCategory,
    Gate, Location, MetadataError, OutputCap, Priority, RateLimit, Retry, Stage, ToolMetadata,
    UnknownArguments, UnknownName,
};
pub use output::{Attachment, Form, ToolOutput};
pub use param::ToolParam;
pub use registry::{
    AgentTools, AllowFault, AllowListError, AllowProblem, AllowedTools, BadText, BuildError, Clash,
    CostSummary, Edge, EdgeFault, EntryKind, Factory, FactoryEntry, IndexedMetadata, LoadError,
    Loaded, MetadataIndex, Registry, RegistryError, Show, Statistics, Tool, ToolDeps, ToolEntry,
    ToolView, Toolset, UnknownTools,
};
pub use result::{Metadata, ToolResult};
pub use schema::SchemaLevel;
pub use status::Status;
pub use tool::{AvailabilityFn, BoxFuture, DynTool, FnTool, Origin};
#[doc = include_str!("../docs/tool.md")]
pub use tool_macros::tool;
/// Makes tools of the methods of a type: see [`Toolset`](trait@Toolset).
///
/// Its options are what all its tools share, unless a tool says otherwise: `namespace`, `tags`,
/// `cost_tier`, `category`, `keywords`, `priority`, `access_mode`, `danger_level`, `stages`,
/// `task_types`, `execution_category`, `gate`, `ungated_because`, `timeout`, `cap`, `location`,
/// `capabilities`, `rate_limit`. Methods take `&self`, or nothing of the type.
pub use tool_macros::toolset;

pub use schemars;
pub use serde;
pub use serde_json;
