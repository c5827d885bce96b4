//! `code_outline`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;

/// List the symbols of a source file: functions, types, methods, with their lines.
///
/// It parses Rust, Python, JavaScript, TypeScript, Go, Java, C and C++. Use it before `read` on
/// a long file, to read only the part that matters.
#[tool(
    cost_tier = "low",
    access_mode = "readonly",
    gate = "none",
    namespace = "code",
    category = "analysis",
    aliases("symbols"),
    keywords("outline", "symbols", "functions", "classes", "structure", "definitions"),
    use_cases("getting an overview of a source file", "finding where a function is defined"),
    examples("what functions are in main.rs?", "outline this class"),
    call_examples(r#"{"path": "src/main.rs"}"#),
    priority = "medium",
    stages("reading", "analysis"),
    task_types("analysis"),
    progress_params(path),
    precedes("read"),
    timeout = "30s",
    cap("2500 lines", "1MiB"),
    idempotent
)]
pub fn code_outline(
    ctx: &ToolContext,
    /// File to outline.
    #[param(reads, example = "src/main.rs")]
    path: PathBuf,
) -> Result<ToolOutput, ToolError> {
    let report = crate::code::code_outline(&Roots::of(ctx)?, &path)?;
    told(&report, report.to_text())
}
