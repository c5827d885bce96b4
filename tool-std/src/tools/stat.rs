//! `stat`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;

/// Tell what is known of a file without reading it: type, size, date, permissions.
///
/// A symbolic link is described itself, with what it leads to.
#[tool(
    cost_tier = "free",
    access_mode = "readonly",
    gate = "none",
    namespace = "fs",
    category = "filesystem",
    aliases("file_info"),
    keywords("stat", "size", "type", "modified", "date", "permissions", "exists", "metadata"),
    use_cases("checking whether a file exists", "seeing how large or old a file is"),
    examples("how big is this file?", "when did the config change?", "does README exist?"),
    call_examples(r#"{"path": "Cargo.toml"}"#),
    priority = "medium",
    stages("initial", "reading", "verification"),
    task_types("analysis", "search"),
    progress_params(path),
    timeout = "10s",
    idempotent
)]
pub fn stat(
    ctx: &ToolContext,
    /// File or directory to look at.
    #[param(reads, example = "Cargo.toml")]
    path: PathBuf,
) -> Result<ToolOutput, ToolError> {
    let report = crate::stat::stat(&Roots::of(ctx)?, &path)?;
    told(&report, report.to_text())
}
