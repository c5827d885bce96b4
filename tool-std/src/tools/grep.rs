//! `grep`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::grep::{Case, GrepMode, GrepOptions};

/// Search the content of files for a pattern: matching lines as `path:line:text`.
///
/// Patterns are ripgrep's regular expressions, without look-around; set `literal` to search for
/// plain text. What ignore files such as `.gitignore` name, and hidden and binary files, are
/// left out; the result says how many. A file or directory named in `path` is searched even if
/// ignore rules name it. Use `mode: "files"` to see only which files match.
#[tool(
    cost_tier = "free",
    access_mode = "readonly",
    gate = "none",
    namespace = "fs",
    category = "search",
    aliases("rg", "search_content"),
    keywords("grep", "search", "content", "text", "regex", "pattern", "occurrences", "usages"),
    use_cases("finding where a name is used", "searching code for text", "counting occurrences"),
    examples("where is this function called?", "find all TODO comments", "who uses this type?"),
    call_examples(
        r#"{"pattern": "fn main", "literal": true}"#,
        r#"{"pattern": "impl .* for \\w+", "path": "src", "globs": ["*.rs"], "context": 2}"#
    ),
    priority = "high",
    stages("initial", "reading", "analysis"),
    task_types("search", "analysis"),
    progress_params(pattern, path, globs, types),
    precedes("read"),
    timeout = "60s",
    cap("30000 lines", "4MiB"),
    idempotent
)]
#[allow(clippy::too_many_arguments, reason = "each is a parameter of the tool")]
pub fn grep(
    ctx: &ToolContext,
    /// Regular expression, or plain text with `literal`.
    #[param(length = 1..=10_000, example = "TODO|FIXME")]
    pattern: String,
    /// File or directory to search.
    #[param(default = ".", reads)]
    path: PathBuf,
    /// Whether the pattern is plain text.
    #[param(default = false)]
    literal: bool,
    /// Whether capitals matter: sensitive, insensitive, or smart (only if the pattern has some).
    #[param(default = Case::Sensitive)]
    case: Case,
    /// Whether only whole words match.
    #[param(default = false)]
    word: bool,
    /// Whether lines that do not match are wanted instead.
    #[param(default = false)]
    invert: bool,
    /// Whether a match may go across lines; `.` still stops at a line's end.
    #[param(default = false)]
    multiline: bool,
    /// What to return: content (matching lines), files (their paths only), or count.
    #[param(default = GrepMode::Content)]
    mode: GrepMode,
    /// Lines to show around each match.
    #[param(default = 0, range = 0..=50)]
    context: u32,
    /// Lines to show before each match, if not `context`.
    #[param(range = 0..=50)]
    before: Option<u32>,
    /// Lines to show after each match, if not `context`.
    #[param(range = 0..=50)]
    after: Option<u32>,
    /// Globs of paths to search, or with `!` before them, not to search.
    #[param(default = Vec::new())]
    globs: Vec<String>,
    /// File types to search, by ripgrep's names: `rust`, `py`, `ts`, …
    #[param(default = Vec::new())]
    types: Vec<String>,
    /// Whether names that start with a dot are searched.
    #[param(default = false)]
    hidden: bool,
    /// Whether files that ignore rules name are searched.
    #[param(default = false)]
    no_ignore: bool,
    /// Most matching lines to return, or most files where only files are returned.
    #[param(default = 250, range = 1..=10_000)]
    limit: u32,
    /// Most matching lines to return of one file.
    #[param(range = 1..=10_000)]
    max_per_file: Option<u32>,
) -> Result<ToolOutput, ToolError> {
    let options = GrepOptions {
        pattern,
        path,
        literal,
        case,
        word,
        invert,
        multiline,
        mode,
        before: before.unwrap_or(context) as usize,
        after: after.unwrap_or(context) as usize,
        globs,
        types,
        hidden,
        no_ignore,
        limit: u64::from(limit),
        per_file: max_per_file.map(u64::from),
    };
    let report = crate::grep::grep(&Roots::of(ctx)?, &options, ctx.cancel())?;
    told(&report, report.to_text())
}
