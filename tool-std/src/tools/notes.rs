//! `notes`.

use serde::{Deserialize, Serialize};
use tool_core::{AccessMode, Arguments, Status, ToolContext, ToolError, ToolOutput, tool};

use super::told;
use crate::keep::{Change, Keeper, Shelf};

/// What to do with notes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotesAction {
    /// Keep a note.
    Add,
    /// Show notes, or search them.
    List,
    /// Remove a note.
    Delete,
}

/// What a note is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// Something learnt.
    Learning,
    /// Something decided.
    Decision,
    /// Something that is wrong or open.
    Issue,
    /// Anything else.
    Note,
}

impl NoteKind {
    fn name(self) -> &'static str {
        match self {
            NoteKind::Learning => "learning",
            NoteKind::Decision => "decision",
            NoteKind::Issue => "issue",
            NoteKind::Note => "note",
        }
    }
}

fn access(arguments: &Arguments) -> AccessMode {
    match arguments.get("action").and_then(|action| action.as_str()) {
        Some("list") => AccessMode::Readonly,
        _ => AccessMode::Write,
    }
}

/// Keep short notes of this project between sessions: what was learnt, decided, or is an issue.
///
/// `add` keeps a note, `list` shows notes or searches them by words, `delete` removes one.
#[tool(
    cost_tier = "free",
    access_mode = "write",
    danger_level = "safe",
    effective_access = access,
    namespace = "keep",
    category = "memory",
    aliases("notepad"),
    keywords("note", "notes", "remember", "decision", "learning", "issue"),
    use_cases("keeping what was learnt about a project", "looking up earlier decisions"),
    examples("note that we use tabs", "what did we decide about the API?"),
    call_examples(r#"{"action": "add", "kind": "decision", "text": "We use tabs."}"#, r#"{"action": "list", "query": "tabs"}"#),
    priority = "low",
    stages("planning", "analysis", "completion"),
    progress_params(action, text, query, id),

    timeout = "30s"
)]
pub fn notes(
    ctx: &ToolContext,
    /// What to do: add, list or delete.
    action: NotesAction,
    /// The note to add.
    text: Option<String>,
    /// The kind of note to add or to list.
    kind: Option<NoteKind>,
    /// Words that listed notes must contain.
    query: Option<String>,
    /// The number of the note to delete.
    id: Option<i64>,
    /// Most notes to list.
    #[param(default = 50, range = 1..=1_000)]
    limit: u32,
) -> Result<ToolOutput, ToolError> {
    let mut keeper = Keeper::open(ctx, Shelf::Notes)?;
    let kept = match action {
        NotesAction::Add => {
            let text = text.ok_or_else(|| needs("text"))?;
            keeper.add(kind.unwrap_or(NoteKind::Note).name(), &text)?
        }
        NotesAction::List => {
            let fits = |label: &str| kind.is_none_or(|kind| kind.name() == label);
            let query = query.unwrap_or_default();
            keeper.find(&query, |item| fits(&item.label), limit as usize)?
        }
        NotesAction::Delete => keeper.change(id.ok_or_else(|| needs("id"))?, Change::Delete)?,
    };
    told(&kept, kept.to_text(Shelf::Notes))
}

fn needs(what: &'static str) -> ToolError {
    ToolError::new(format!("this action needs `{what}`")).status(Status::InvalidArguments)
}
