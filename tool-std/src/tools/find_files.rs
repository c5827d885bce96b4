//! `find_files`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::find::{Filter, FindKind, FindOptions, point_in_time};

/// Find files by name: paths that match a glob, in path order.
///
/// Prefer this over `list_dir` when part of the name is known, and `grep` when the content is.
/// A pattern without `/` matches names at any depth (`*.rs`); a pattern with `/` matches the
/// path from `path` on (`src/**/*.rs`). What ignore files such as `.gitignore` name, and hidden
/// files, are left out unless asked for; the result says how many.
#[tool(
    cost_tier = "free",
    access_mode = "readonly",
    gate = "none",
    namespace = "fs",
    category = "filesystem",
    aliases("glob"),
    keywords("find", "locate", "search", "files", "name", "path", "extension"),
    use_cases("finding files by name", "locating a file", "listing all files of one type"),
    examples("find all Python files", "locate the config file", "which tests are there?"),
    call_examples(r#"{"pattern": "*.rs"}"#, r#"{"pattern": "**/test_*.py", "path": "src"}"#),
    priority = "high",
    stages("initial", "planning", "reading"),
    task_types("search", "analysis"),
    progress_params(pattern, path),
    precedes("read"),
    timeout = "20s",
    cap("11000 lines", "4MiB"),
    idempotent
)]
#[allow(clippy::too_many_arguments, reason = "each is a parameter of the tool")]
pub fn find_files(
    ctx: &ToolContext,
    /// Glob, for example `*.rs`, `**/*.{ts,tsx}` or `docs/*.md`.
    #[param(example = "**/*.rs")]
    pattern: String,
    /// Directory to search.
    #[param(default = ".", reads)]
    path: PathBuf,
    /// What to find: files (and links), directories, symbolic links, or any of them.
    #[param(default = FindKind::File)]
    kind: FindKind,
    /// Whether capitals and small letters are the same.
    #[param(default = false)]
    ignore_case: bool,
    /// Whether names that start with a dot are searched.
    #[param(default = false)]
    hidden: bool,
    /// Whether files that ignore rules name are searched.
    #[param(default = false)]
    no_ignore: bool,
    /// Most directory levels to search; 1 is `path` alone.
    #[param(range = 1..=1_000)]
    max_depth: Option<u32>,
    /// Least size of a file in bytes.
    min_size: Option<u64>,
    /// Largest size of a file in bytes.
    max_size: Option<u64>,
    /// Only what changed since: a day (`2024-02-29`, UTC) or a span before now (`36h`, `7d`).
    #[param(example = "7d")]
    modified_after: Option<String>,
    /// Only what has not changed since: a day or a span before now.
    modified_before: Option<String>,
    /// Most paths to return.
    #[param(default = 100, range = 1..=10_000)]
    limit: u32,
) -> Result<ToolOutput, ToolError> {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
    let now = i64::try_from(now).unwrap_or_default();
    let point = |text: Option<String>| text.map(|text| point_in_time(&text, now)).transpose();
    let filter = Filter {
        min_size,
        max_size,
        modified_after: point(modified_after)?,
        modified_before: point(modified_before)?,
    };
    let options = FindOptions {
        pattern,
        path,
        kind,
        ignore_case,
        hidden,
        no_ignore,
        depth: max_depth.map(|depth| depth as usize),
        filter,
        limit: limit as usize,
    };
    let found = crate::find::find_files(&Roots::of(ctx)?, &options, ctx.cancel())?;
    told(&found, found.to_text())
}
