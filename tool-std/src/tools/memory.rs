//! `memory`.

use serde::{Deserialize, Serialize};
use tool_core::{AccessMode, Arguments, Status, ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::keep::{Change, Keeper, Shelf};

/// What to do with facts.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MemoryAction {
    /// Keep a text under a key.
    Set,
    /// Give back the text of a key.
    Get,
    /// Show facts, or search them.
    List,
    /// Remove a fact.
    Delete,
}

fn access(arguments: &Arguments) -> AccessMode {
    match arguments.get("action").and_then(|action| action.as_str()) {
        Some("get" | "list") => AccessMode::Readonly,
        _ => AccessMode::Write,
    }
}

/// Keep facts under keys, for all projects and sessions of this user.
///
/// `set` keeps a text under a key and replaces what was there, `get` gives it back, `list` shows
/// or searches all, `delete` removes one by its number.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "safe",
    effective_access = access,
    namespace = "keep",
    category = "memory",
    aliases("remember"),
    keywords("memory", "remember", "recall", "fact", "preference", "key"),
    use_cases("remembering a preference of the user", "recalling a fact from another session"),
    examples("remember that I prefer tabs", "what is my name?"),
    call_examples(r#"{"action": "set", "key": "indent", "text": "tabs"}"#, r#"{"action": "get", "key": "indent"}"#),
    priority = "low",
    stages("initial", "planning", "completion"),
    progress_params(action, key, text, query, id),

    timeout = "30s"
)]
pub fn memory(
    ctx: &ToolContext,
    /// What to do: set, get, list or delete.
    action: MemoryAction,
    /// The key to set or get.
    #[param(length = 1..=200)]
    key: Option<String>,
    /// The text to keep.
    text: Option<String>,
    /// Words that listed facts must contain.
    query: Option<String>,
    /// The number of the fact to delete.
    id: Option<i64>,
    /// Most facts to list.
    #[param(default = 50, range = 1..=1_000)]
    limit: u32,
) -> Result<ToolOutput, ToolError> {
    let mut keeper = Keeper::open(ctx, Shelf::Facts)?;
    let kept = match action {
        MemoryAction::Set => {
            let key = key.ok_or_else(|| needs("key"))?;
            keeper.add(&key, &text.ok_or_else(|| needs("text"))?)?
        }
        MemoryAction::Get => {
            let key = key.ok_or_else(|| needs("key"))?;
            keeper.find("", |item| item.label == key, 1)?
        }
        MemoryAction::List => keeper.find(&query.unwrap_or_default(), |_| true, limit as usize)?,
        MemoryAction::Delete => keeper.change(id.ok_or_else(|| needs("id"))?, Change::Delete)?,
    };
    told(&kept, kept.to_text(Shelf::Facts))
}

fn needs(what: &'static str) -> ToolError {
    ToolError::new(format!("this action needs `{what}`")).status(Status::InvalidArguments)
}
