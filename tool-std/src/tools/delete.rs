//! `delete`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::arrange::{Arrange, DeleteOptions};
use crate::confine::Roots;
use crate::store::{Seen, Trash};

/// Delete a file or directory, into the trash.
///
/// A directory that is not empty needs `recursive`; without it the answer says what it holds. A
/// symbolic link is deleted itself, not what it leads to. Set `permanent` only if the user wants
/// that: then nothing can be brought back.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "medium",
    namespace = "fs",
    category = "filesystem",
    aliases("remove", "rm"),
    keywords("delete", "remove", "rm", "trash", "file", "directory"),
    use_cases("removing a file that is no longer needed"),
    examples("delete the old config", "remove the build directory"),
    call_examples(r#"{"path": "old.txt"}"#, r#"{"path": "build", "recursive": true}"#),
    priority = "medium",
    stages("execution"),
    task_types("edit"),
    progress_params(path, recursive, permanent),
    timeout = "120s"
)]
pub fn delete(
    ctx: &ToolContext,
    /// File or directory to delete.
    #[param(writes, example = "old.txt")]
    path: PathBuf,
    /// Whether a directory goes with all it holds.
    #[param(default = false)]
    recursive: bool,
    /// Whether it goes for good instead of into the trash.
    #[param(default = false)]
    permanent: bool,
) -> Result<ToolOutput, ToolError> {
    let (roots, seen) = (Roots::of(ctx)?, Seen::of(ctx));
    let arrange = Arrange { roots: &roots, seen: &seen, cancel: ctx.cancel() };
    let options = DeleteOptions { recursive, permanent };
    let report = arrange.delete(&path, &Trash::of(ctx), options)?;
    told(&report, report.to_text())
}
