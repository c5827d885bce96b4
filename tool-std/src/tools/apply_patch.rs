//! `apply_patch`.

use tool_core::{ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::confine::Roots;
use crate::patch::PatchOptions;
use crate::store::{Seen, Trash};

/// Apply a patch to one or more files, to all of them or to none.
///
/// It takes a unified diff (as `git diff` writes it) or the `*** Begin Patch` form with
/// `*** Update File:`, `*** Add File:`, `*** Delete File:` and `*** Move to:`. Lines that the
/// patch keeps or removes must be in the file exactly; line numbers may be off, if the place is
/// still the only one. Files that it deletes go into the trash. Set `dry_run` to see whether it
/// fits.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "low",
    namespace = "fs",
    category = "filesystem",
    aliases("patch"),
    keywords("patch", "diff", "apply", "change", "edit", "files", "multiple"),
    use_cases(
        "changing several files in one step",
        "applying a diff",
        "moving and changing a file"
    ),
    examples("apply this diff", "apply the patch to both files"),
    priority = "high",
    stages("execution"),
    task_types("edit"),
    progress_params(patch, dry_run),
    alternatives("edit"),
    timeout = "60s"
)]
pub fn apply_patch(
    ctx: &ToolContext,
    /// The patch.
    #[param(length = 1..=10_000_000)]
    patch: String,
    /// Whether it is only tried, without changing anything.
    #[param(default = false)]
    dry_run: bool,
) -> Result<ToolOutput, ToolError> {
    let options = PatchOptions { patch, dry_run, trash: Trash::of(ctx) };
    let roots = Roots::of(ctx)?;
    let report = crate::patch::apply_patch(&roots, &Seen::of(ctx), &options, ctx.cancel())?;
    told(&report, report.to_text())
}
