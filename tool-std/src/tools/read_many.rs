//! `read_many`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::read::ReadManyOptions;
use crate::store::Seen;

/// Read the first lines of several text files in one call.
///
/// A file that cannot be read is answered in its place, and the others are read. Long files are
/// given in part; go on with `read` at the offset that is named.
#[tool(
    cost_tier = "free",
    access_mode = "readonly",
    gate = "none",
    namespace = "fs",
    category = "filesystem",
    aliases("read_multiple_files"),
    keywords("read", "files", "several", "multiple", "content", "view"),
    use_cases("reading some related files together"),
    examples("read main.rs and lib.rs", "show all three configs"),
    call_examples(r#"{"paths": ["src/main.rs", "src/lib.rs"]}"#),
    priority = "medium",
    stages("reading", "analysis"),
    task_types("analysis"),
    progress_params(paths),
    alternatives("read"),
    precedes("edit"),
    timeout = "60s",
    cap("60000 lines", "1MiB"),
    idempotent
)]
pub fn read_many(
    ctx: &ToolContext,
    /// Files to read.
    #[param(reads, length = 1..=50)]
    paths: Vec<PathBuf>,
    /// Most lines of each.
    #[param(default = 500, range = 1..=5_000)]
    limit: u32,
    /// Whether lines are numbered.
    #[param(default = true)]
    line_numbers: bool,
) -> Result<ToolOutput, ToolError> {
    let options = ReadManyOptions { paths, limit: u64::from(limit) };
    let report = crate::read::read_many(&Roots::of(ctx)?, &Seen::of(ctx), &options, ctx.cancel())?;
    told(&report, report.to_text(line_numbers))
}
