//! `edit`.

use std::path::PathBuf;

use tool_core::{Status, ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::edit::{Edit, EditOptions};
use crate::store::Seen;

/// Replace exact text in a file.
///
/// `old` must stand in the file exactly once, white space included; only a line's end may be
/// either `\n` or `\r\n`. Set `replace_all` to replace every place. For several replacements in
/// one step give `edits`: they are made in order, all of them or none. The result is the change
/// as a diff. Whatever the edit does not name keeps its very bytes.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "low",
    namespace = "fs",
    category = "filesystem",
    aliases("edit_file", "str_replace"),
    keywords("edit", "replace", "change", "modify", "fix", "rename", "update"),
    use_cases("changing a few lines of a file", "renaming something in a file"),
    examples("change the version to 2.0", "replace this function", "fix the typo in README"),
    call_examples(
        r#"{"path": "a.py", "old": "debug = True", "new": "debug = False"}"#,
        r#"{"path": "a.py", "edits": [{"old": "x = 1", "new": "x = 2"}]}"#
    ),
    priority = "critical",
    stages("execution"),
    task_types("edit"),
    progress_params(path, old, new, edits),
    alternatives("write"),
    timeout = "30s"
)]
pub fn edit(
    ctx: &ToolContext,
    /// File to change.
    #[param(writes, reads, example = "src/main.rs")]
    path: PathBuf,
    /// Text to replace, exactly as it stands in the file.
    #[param(alias = "old_string")]
    old: Option<String>,
    /// Text to put in its place; empty to delete it.
    #[param(alias = "new_string")]
    new: Option<String>,
    /// Whether every place is replaced; otherwise there must be exactly one.
    #[param(default = false)]
    replace_all: bool,
    /// Several replacements in one step, in place of `old` and `new`.
    #[param(default = Vec::new())]
    edits: Vec<Edit>,
) -> Result<ToolOutput, ToolError> {
    let mut all = edits;
    match (old, new, all.is_empty()) {
        (Some(old), Some(new), true) => all.push(Edit { old, new, replace_all }),
        (None, None, _) => {}
        (Some(_), Some(_), false) => return Err(both("both `old`/`new` and `edits` are given")),
        (Some(_), None, _) => return Err(both("`old` is given without `new`")),
        (None, Some(_), _) => return Err(both("`new` is given without `old`")),
    }
    let options = EditOptions { path, edits: all };
    let report = crate::edit::edit(&Roots::of(ctx)?, &Seen::of(ctx), &options, ctx.cancel())?;
    told(&report, report.to_text())
}

fn both(what: &'static str) -> ToolError {
    ToolError::new(what)
        .hint("Give `old` and `new` for one replacement, or only `edits` for several.")
        .status(Status::InvalidArguments)
}
