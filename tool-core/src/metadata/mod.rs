//! What a tool says about itself, in closed sets: cost, access, danger, gate, stage, place.

mod access_mode;
mod closed_set;
mod cost_tier;
mod danger_level;
mod edge_kind;
mod execution_category;
mod gate;
mod limits;
mod location;
mod priority;
mod stage;
mod table;
mod tool_metadata;

pub use access_mode::AccessMode;
pub use closed_set::UnknownName;
pub(crate) use closed_set::closed_set;
pub use cost_tier::CostTier;
pub use danger_level::DangerLevel;
pub use edge_kind::EdgeKind;
pub use execution_category::ExecutionCategory;
pub use gate::{ApprovalLevel, Gate};
pub use limits::{OutputCap, RateLimit, Retry, UnknownArguments};
pub use location::{Capability, Location};
pub use priority::Priority;
pub use stage::Stage;
pub use table::{MetadataTable, Names};
pub use tool_metadata::{MetadataError, ToolMetadata};
