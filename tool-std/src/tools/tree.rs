//! `tree`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::tree::TreeOptions;

/// Show the shape of a directory: what it holds, some levels deep, indented.
///
/// What ignore files name, and hidden entries, are left out; the result says how many. Use it
/// for a first look at a project, and `find_files` when part of a name is known.
#[tool(
    cost_tier = "free",
    access_mode = "readonly",
    gate = "none",
    namespace = "fs",
    category = "filesystem",
    aliases("list_tree", "directory_tree"),
    keywords("tree", "structure", "overview", "directory", "layout", "hierarchy"),
    use_cases("getting an overview of a project", "seeing how directories are laid out"),
    examples("show the project structure", "what does the repository look like?"),
    call_examples(r#"{}"#, r#"{"path": "src", "depth": 2}"#),
    priority = "medium",
    stages("initial", "planning"),
    task_types("analysis", "search"),
    progress_params(path, depth),
    precedes("read"),
    alternatives("list_dir"),
    timeout = "20s",
    cap("6000 lines", "1MiB"),
    idempotent
)]
#[allow(clippy::too_many_arguments, reason = "each is a parameter of the tool")]
pub fn tree(
    ctx: &ToolContext,
    /// Directory to show.
    #[param(default = ".", reads)]
    path: PathBuf,
    /// Levels to show.
    #[param(default = 3, range = 1..=50)]
    depth: u32,
    /// Whether only directories are shown.
    #[param(default = false)]
    directories_only: bool,
    /// Whether names that start with a dot are shown.
    #[param(default = false)]
    hidden: bool,
    /// Whether files that ignore rules name are shown.
    #[param(default = false)]
    no_ignore: bool,
    /// Most entries to show.
    #[param(default = 400, range = 1..=5_000)]
    limit: u32,
    /// Most entries to show of one directory.
    #[param(default = 60, range = 1..=5_000)]
    per_directory: u32,
) -> Result<ToolOutput, ToolError> {
    let options = TreeOptions {
        path,
        depth: depth as usize,
        directories_only,
        hidden,
        no_ignore,
        limit: limit as usize,
        per_directory: per_directory as usize,
    };
    let report = crate::tree::tree(&Roots::of(ctx)?, &options, ctx.cancel())?;
    told(&report, report.to_text())
}
