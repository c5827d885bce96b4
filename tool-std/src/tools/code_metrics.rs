//! `code_metrics`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::code::MetricsOptions;
use crate::confine::Roots;

/// Measure source code: lines by kind and cyclomatic complexity, per file and in sum.
///
/// It parses Rust, Python, JavaScript, TypeScript, Go, Java, C and C++; other files are counted
/// and left out. Complexity is one for each function, and one more for each condition, loop,
/// case, exception handler, `&&` and `||` in it. What ignore files name is left out.
#[tool(
    cost_tier = "low",
    access_mode = "readonly",
    gate = "none",
    namespace = "code",
    category = "analysis",
    keywords("metrics", "complexity", "lines of code", "loc", "cyclomatic", "analyze"),
    use_cases("finding the most complex functions", "counting lines of code"),
    examples("how many lines of code are in src?", "which functions are too complex?"),
    call_examples(r#"{"path": "src"}"#, r#"{"path": "src/main.rs"}"#),
    priority = "medium",
    stages("analysis"),
    task_types("analysis"),
    progress_params(path, recursive),
    precedes("read"),
    timeout = "120s",
    cap("2500 lines", "1MiB"),
    idempotent
)]
pub fn code_metrics(
    ctx: &ToolContext,
    /// File or directory to measure.
    #[param(default = ".", reads)]
    path: PathBuf,
    /// Whether directories below are measured too.
    #[param(default = true)]
    recursive: bool,
    /// Whether names that start with a dot are measured.
    #[param(default = false)]
    hidden: bool,
    /// Whether files that ignore rules name are measured.
    #[param(default = false)]
    no_ignore: bool,
    /// Most files, and most functions, to list; the sum is of all.
    #[param(default = 20, range = 0..=1_000)]
    limit: u32,
) -> Result<ToolOutput, ToolError> {
    let options = MetricsOptions { path, recursive, hidden, no_ignore, limit: limit as usize };
    let report = crate::code::code_metrics(&Roots::of(ctx)?, &options, ctx.cancel())?;
    told(&report, report.to_text())
}
