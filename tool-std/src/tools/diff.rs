//! `diff`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::diff::DiffOptions;

/// Compare two text files: the difference as a unified diff.
#[tool(
    cost_tier = "free",
    access_mode = "readonly",
    gate = "none",
    namespace = "fs",
    category = "filesystem",
    aliases("compare"),
    keywords("diff", "compare", "difference", "changes", "files"),
    use_cases("seeing how two files differ", "checking whether two files are equal"),
    examples("compare a.txt and b.txt", "are these two configs the same?"),
    call_examples(r#"{"old": "a.txt", "new": "b.txt"}"#),
    priority = "medium",
    stages("reading", "analysis", "verification"),
    task_types("analysis"),
    progress_params(old, new),
    precedes("edit"),
    timeout = "30s",
    cap("6000 lines", "512KiB"),
    idempotent
)]
pub fn diff(
    ctx: &ToolContext,
    /// The first file.
    #[param(reads, example = "a.txt", alias = "path_a")]
    old: PathBuf,
    /// The second file.
    #[param(reads, example = "b.txt", alias = "path_b")]
    new: PathBuf,
    /// Lines to show around each change.
    #[param(default = 3, range = 0..=100)]
    context: u32,
) -> Result<ToolOutput, ToolError> {
    let options = DiffOptions { old, new, context: context as usize };
    let report = crate::diff::diff(&Roots::of(ctx)?, &options)?;
    told(&report, report.to_text())
}
