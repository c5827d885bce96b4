//! `copy`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::arrange::Arrange;
use crate::confine::Roots;
use crate::store::Seen;

/// Copy a file or a directory with all it holds.
///
/// `destination` is the whole new path, its name included. Nothing is overwritten, and the copy
/// appears only when it is complete. Links in a directory are copied as links.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "low",
    namespace = "fs",
    category = "filesystem",
    aliases("cp"),
    keywords("copy", "duplicate", "cp", "file", "directory", "backup"),
    use_cases("duplicating a file", "keeping a copy before a change"),
    examples("copy config.yaml to config.bak", "duplicate the template directory"),
    call_examples(r#"{"source": "a.toml", "destination": "b.toml"}"#),
    priority = "medium",
    stages("execution"),
    task_types("create"),
    progress_params(source, destination),
    alternatives("move"),
    timeout = "120s"
)]
pub fn copy(
    ctx: &ToolContext,
    /// File or directory to copy.
    #[param(reads, example = "a.toml")]
    source: PathBuf,
    /// The whole path of the copy.
    #[param(writes, example = "b.toml")]
    destination: PathBuf,
    /// Whether directories that are missing on the way are made.
    #[param(default = false)]
    create_dirs: bool,
) -> Result<ToolOutput, ToolError> {
    let (roots, seen) = (Roots::of(ctx)?, Seen::of(ctx));
    let arrange = Arrange { roots: &roots, seen: &seen, cancel: ctx.cancel() };
    let report = arrange.copy(&source, &destination, create_dirs)?;
    told(&report, report.to_text())
}
