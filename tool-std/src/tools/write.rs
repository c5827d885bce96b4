//! `write`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::store::Seen;
use crate::write::WriteOptions;

/// Write a whole text file.
///
/// A new file is made. An existing one is overwritten only if all of it was read in this
/// session and it has not changed since; prefer `edit` for changing a part of it. The file has
/// its old content or all of the new one at every moment; its permissions, its encoding and a
/// link that leads to it stay.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "low",
    namespace = "fs",
    category = "filesystem",
    aliases("write_file", "create_file"),
    keywords("write", "create", "file", "save", "overwrite", "new"),
    use_cases("creating a new file", "rewriting a whole file"),
    examples("create a config file", "write the script to run.sh", "save this as notes.md"),
    call_examples(r##"{"path": "docs/notes.md", "content": "# Notes\n", "create_dirs": true}"##),
    priority = "high",
    stages("execution"),
    task_types("edit", "create"),
    progress_params(path, content),
    alternatives("edit"),
    timeout = "30s"
)]
pub fn write(
    ctx: &ToolContext,
    /// File to write.
    #[param(writes, example = "docs/notes.md")]
    path: PathBuf,
    /// All text of the file.
    content: String,
    /// Whether directories that are missing on the way are made.
    #[param(default = false)]
    create_dirs: bool,
) -> Result<ToolOutput, ToolError> {
    let options = WriteOptions { path, content, create_dirs };
    let report = crate::write::write(&Roots::of(ctx)?, &Seen::of(ctx), &options, ctx.cancel())?;
    told(&report, report.to_text())
}
