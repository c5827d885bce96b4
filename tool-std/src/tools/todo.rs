//! `todo`.

use serde::{Deserialize, Serialize};
use tool_core::{AccessMode, Arguments, Status, ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::keep::{Change, Keeper, Shelf};

/// What to do with tasks.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TodoAction {
    /// Add a task.
    Add,
    /// Show tasks, or search them.
    List,
    /// Mark a task as done.
    Done,
    /// Mark a task as open again.
    Reopen,
    /// Remove a task.
    Delete,
}

fn access(arguments: &Arguments) -> AccessMode {
    match arguments.get("action").and_then(|action| action.as_str()) {
        Some("list") => AccessMode::Readonly,
        _ => AccessMode::Write,
    }
}

/// Keep the list of tasks of this project between sessions.
///
/// `add` adds a task, `list` shows those that are open, `done` and `reopen` mark one, `delete`
/// removes one.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "safe",
    effective_access = access,
    namespace = "keep",
    category = "memory",
    aliases("tasks"),
    keywords("todo", "task", "tasks", "plan", "checklist", "done"),
    use_cases("keeping track of what is to be done", "marking a task as done"),
    examples("add a task to fix the tests", "what is left to do?"),
    call_examples(r#"{"action": "add", "text": "Fix the tests."}"#, r#"{"action": "done", "id": 3}"#),
    priority = "low",
    stages("planning", "execution", "completion"),
    progress_params(action, text, query, id),

    timeout = "30s"
)]
pub fn todo(
    ctx: &ToolContext,
    /// What to do: add, list, done, reopen or delete.
    action: TodoAction,
    /// The task to add.
    text: Option<String>,
    /// Words that listed tasks must contain.
    query: Option<String>,
    /// The number of the task to mark or delete.
    id: Option<i64>,
    /// Whether tasks that are done are listed too.
    #[param(default = false)]
    all: bool,
    /// Most tasks to list.
    #[param(default = 100, range = 1..=1_000)]
    limit: u32,
) -> Result<ToolOutput, ToolError> {
    let mut keeper = Keeper::open(ctx, Shelf::Tasks)?;
    let kept = match action {
        TodoAction::Add => keeper.add("", &text.ok_or_else(|| needs("text"))?)?,
        TodoAction::List => {
            let query = query.unwrap_or_default();
            keeper.find(&query, |item| all || !item.done, limit as usize)?
        }
        TodoAction::Done => keeper.change(id.ok_or_else(|| needs("id"))?, Change::Done(true))?,
        TodoAction::Reopen => keeper.change(id.ok_or_else(|| needs("id"))?, Change::Done(false))?,
        TodoAction::Delete => keeper.change(id.ok_or_else(|| needs("id"))?, Change::Delete)?,
    };
    told(&kept, kept.to_text(Shelf::Tasks))
}

fn needs(what: &'static str) -> ToolError {
    ToolError::new(format!("this action needs `{what}`")).status(Status::InvalidArguments)
}
