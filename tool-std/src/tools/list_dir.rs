//! `list_dir`.

use std::path::PathBuf;

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::list::ListOptions;

/// List what one directory holds, by name, with types and sizes.
///
/// It shows everything directly in the directory, also what ignore rules name. Prefer
/// `find_files` when part of a name is known or deeper levels matter.
#[tool(
    cost_tier = "free",
    access_mode = "readonly",
    gate = "none",
    namespace = "fs",
    category = "filesystem",
    aliases("ls"),
    keywords("list", "directory", "folder", "ls", "entries", "contents"),
    use_cases("seeing what a directory holds", "getting an overview of a project"),
    examples("what is in this folder?", "list the src directory"),
    call_examples(r#"{}"#, r#"{"path": "src"}"#),
    priority = "high",
    stages("initial", "planning", "reading"),
    task_types("search", "analysis"),
    progress_params(path, offset),
    precedes("read"),
    timeout = "20s",
    cap("6000 lines", "2MiB"),
    idempotent
)]
pub fn list_dir(
    ctx: &ToolContext,
    /// Directory to list.
    #[param(default = ".", reads)]
    path: PathBuf,
    /// Whether names that start with a dot are listed.
    #[param(default = true)]
    hidden: bool,
    /// Entries to pass over, for directories with very many.
    #[param(default = 0, range = 0..=100_000_000)]
    offset: u32,
    /// Most entries to return.
    #[param(default = 500, range = 1..=5_000)]
    limit: u32,
) -> Result<ToolOutput, ToolError> {
    let options = ListOptions { hidden, offset: offset as usize, limit: limit as usize };
    let listing = crate::list::list_dir(&Roots::of(ctx)?, &path, options)?;
    told(&listing, listing.to_text(offset as usize))
}
