//! `set_executable`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::arrange::Arrange;
use crate::confine::Roots;
use crate::store::Seen;

/// Make a file executable, or not.
///
/// Whoever may read the file may then execute it; nothing else about it changes.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "low",
    namespace = "fs",
    category = "filesystem",
    aliases("chmod"),
    keywords("executable", "chmod", "permissions", "script", "run"),
    use_cases("making a script runnable"),
    examples("make run.sh executable"),
    call_examples(r#"{"path": "run.sh"}"#),
    priority = "low",
    stages("execution"),
    task_types("edit"),
    progress_params(path, executable),
    follows("write"),
    timeout = "20s"
)]
pub fn set_executable(
    ctx: &ToolContext,
    /// File to change.
    #[param(writes, example = "run.sh")]
    path: PathBuf,
    /// Whether it is executable after that.
    #[param(default = true)]
    executable: bool,
) -> Result<ToolOutput, ToolError> {
    let (roots, seen) = (Roots::of(ctx)?, Seen::of(ctx));
    let arrange = Arrange { roots: &roots, seen: &seen, cancel: ctx.cancel() };
    let report = arrange.set_executable(&path, executable)?;
    told(&report, report.to_text())
}
