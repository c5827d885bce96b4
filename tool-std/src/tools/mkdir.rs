//! `mkdir`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::arrange::Arrange;
use crate::confine::Roots;
use crate::store::Seen;

/// Make a directory.
///
/// One that exists already is kept as it is.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "low",
    namespace = "fs",
    category = "filesystem",
    aliases("make_dir"),
    keywords("mkdir", "create", "directory", "folder", "make"),
    use_cases("creating a directory"),
    examples("make a folder for the tests", "create src/utils"),
    call_examples(r#"{"path": "src/utils", "create_dirs": true}"#),
    priority = "medium",
    stages("execution"),
    task_types("create"),
    progress_params(path),
    precedes("write"),
    timeout = "20s"
)]
pub fn mkdir(
    ctx: &ToolContext,
    /// Directory to make.
    #[param(writes, example = "src/utils")]
    path: PathBuf,
    /// Whether directories that are missing on the way are made too.
    #[param(default = false)]
    create_dirs: bool,
) -> Result<ToolOutput, ToolError> {
    let (roots, seen) = (Roots::of(ctx)?, Seen::of(ctx));
    let arrange = Arrange { roots: &roots, seen: &seen, cancel: ctx.cancel() };
    let report = arrange.mkdir(&path, create_dirs)?;
    told(&report, report.to_text())
}
