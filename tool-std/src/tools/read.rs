//! `read`.

use std::path::PathBuf;

use tool_core::{Status, ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::read::{Media, ReadOptions, media};
use crate::store::Seen;

/// Read lines of a text file, or look at a picture or PDF document.
///
/// A long file is given in windows: the result says whether the file continues and at which
/// offset. Very long lines are shown in part. Pictures and PDF documents are attached; other
/// binary files are refused with their type.
#[tool(
    cost_tier = "free",
    access_mode = "readonly",
    gate = "none",
    namespace = "fs",
    category = "filesystem",
    aliases("read_file", "cat"),
    keywords("read", "file", "content", "view", "show", "open", "lines"),
    use_cases("reading source files", "viewing configuration", "looking at the end of a log"),
    examples("read main.py", "show the contents of config.yaml", "what are the last log lines?"),
    call_examples(r#"{"path": "src/main.rs"}"#, r#"{"path": "app.log", "offset": -50}"#),
    priority_hints("Use `read_many` for several files", "Use `grep` first if only a part matters"),
    priority = "critical",
    stages("reading", "initial", "analysis"),
    mandatory_keywords("read file", "show file"),
    task_types("analysis", "search"),
    precedes("edit", "write"),
    progress_params(path, offset, limit),
    execution_category = "read_only",
    timeout = "30s",
    cap("6000 lines", "512KiB"),
    idempotent
)]
pub fn read(
    ctx: &ToolContext,
    /// File to read.
    #[param(reads, example = "src/main.rs")]
    path: PathBuf,
    /// Number of the first line, from 1; a negative number counts from the end (-50: the last
    /// 50 lines).
    #[param(default = 1)]
    offset: i64,
    /// Most lines to return.
    #[param(default = 1_000, range = 1..=5_000)]
    limit: u32,
    /// Whether lines are numbered.
    #[param(default = true)]
    line_numbers: bool,
) -> Result<ToolOutput, ToolError> {
    if offset == 0 {
        return Err(ToolError::new("offset 0 is no line")
            .hint("The first line is 1; the last is -1.")
            .status(Status::InvalidArguments));
    }
    let roots = Roots::of(ctx)?;
    if let Some(Media { text, attachment }) = media(&roots, &path)? {
        return Ok(ToolOutput::text(text).attach(attachment));
    }
    let options = ReadOptions { path, offset, limit: u64::from(limit) };
    let report = crate::read::read(&roots, &Seen::of(ctx), &options, ctx.cancel())?;
    told(&report, report.to_text(line_numbers))
}
