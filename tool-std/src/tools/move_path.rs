//! `move`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::arrange::Arrange;
use crate::confine::Roots;
use crate::store::Seen;

/// Move or rename a file or directory.
///
/// `destination` is the whole new path, its name included. Nothing is overwritten. A symbolic link
/// is moved itself.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "low",
    namespace = "fs",
    category = "filesystem",
    name = "move",
    aliases("rename", "mv"),
    keywords("move", "rename", "mv", "file", "directory"),
    use_cases("renaming a file", "moving a file to another directory"),
    examples("rename a.txt to b.txt", "move the tests into tests/"),
    call_examples(r#"{"source": "old.rs", "destination": "src/new.rs"}"#),
    priority = "medium",
    stages("execution"),
    task_types("edit"),
    progress_params(source, destination),
    alternatives("copy"),
    timeout = "20s"
)]
pub fn move_path(
    ctx: &ToolContext,
    /// File or directory to move.
    #[param(writes, reads, example = "old.rs")]
    source: PathBuf,
    /// Its whole new path.
    #[param(writes, example = "src/new.rs")]
    destination: PathBuf,
    /// Whether directories that are missing on the way are made.
    #[param(default = false)]
    create_dirs: bool,
) -> Result<ToolOutput, ToolError> {
    let (roots, seen) = (Roots::of(ctx)?, Seen::of(ctx));
    let arrange = Arrange { roots: &roots, seen: &seen, cancel: ctx.cancel() };
    let report = arrange.rename(&source, &destination, create_dirs)?;
    told(&report, report.to_text())
}
