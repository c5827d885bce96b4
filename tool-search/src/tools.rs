//! Tools by which an agent brings in what it is not shown.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value, json};
use tool_core::{
    AccessMode, FnTool, Gate, Status, Tool, ToolError, ToolMetadata, ToolOutput, ToolView,
};

use crate::document::Document;
use crate::index::Index;

/// Most tools that one `tool_search` loads.
const MOST: u64 = 5;

/// `load_tools` and `tool_search` over what a session is shown; none where nothing is deferred.
/// Register them by `Registry::register_always_on`.
///
/// `load_tools` takes names. `tool_search` takes words, and loads what suits them. Both are of one
/// session, for they change what that session is shown.
pub fn loading_tools(view: &ToolView) -> Vec<Tool> {
    if view.has_deferred() {
        vec![load_tools(view.clone()), tool_search(view.clone())]
    } else {
        Vec::new()
    }
}

fn metadata() -> ToolMetadata {
    ToolMetadata::new().access_mode(AccessMode::Readonly).gate(Gate::None).category("tools")
}

fn load_tools(view: ToolView) -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {"names": {
            "type": "array", "items": {"type": "string"}, "minItems": 1,
            "description": "Names of the tools."
        }},
        "required": ["names"],
        "additionalProperties": false
    });
    let description = "Load tools that are shown without their parameters. All of them are \
                       loaded, or none if one cannot be.";
    let tool = FnTool::new("load_tools", description, schema, move |arguments, _| {
        let view = view.clone();
        async move { load(&view, &names(&arguments)) }
    });
    Tool::from(tool.metadata(metadata()))
}

fn names(arguments: &Map<String, Value>) -> Vec<String> {
    let listed = arguments.get("names").and_then(Value::as_array).into_iter().flatten();
    listed.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn load(view: &ToolView, names: &[String]) -> Result<ToolOutput, ToolError> {
    match view.load(names) {
        Ok(done) => Ok(ToolOutput::from(json!({
            "loaded": done.loaded,
            "already_loaded": done.present,
        }))),
        Err(error) => Err(ToolError::new(error.to_string()).status(Status::InvalidArguments)),
    }
}

fn tool_search(view: ToolView) -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1, "description": "What is to be done, in words."},
            "limit": {
                "type": "integer", "minimum": 1, "maximum": 20, "default": MOST,
                "description": "Most tools to load."
            }
        },
        "required": ["query"],
        "additionalProperties": false
    });
    let description = "Find tools that suit a task among those that are not loaded, and load them.";
    let kept: Arc<Mutex<Option<Kept>>> = Arc::default();
    let tool = FnTool::new("tool_search", description, schema, move |arguments, _| {
        let (view, kept) = (view.clone(), Arc::clone(&kept));
        async move {
            let query = arguments.get("query").and_then(Value::as_str).unwrap_or_default();
            let limit = arguments.get("limit").and_then(Value::as_u64).unwrap_or(MOST);
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            let names = find(&view, &kept, query, limit);
            if names.is_empty() {
                let none = json!({"loaded": [], "already_loaded": []});
                return Ok(ToolOutput::from(none));
            }
            load(&view, &names)
        }
    });
    Tool::from(tool.metadata(metadata()))
}

/// The index of what waits, until that changes.
struct Kept {
    names: Vec<String>,
    index: Index,
}

fn find(view: &ToolView, kept: &Mutex<Option<Kept>>, query: &str, most: usize) -> Vec<String> {
    let waiting = view.waiting();
    let names: Vec<String> = waiting.iter().map(|tool| tool.name().to_owned()).collect();
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.as_ref().is_none_or(|kept| kept.names != names) {
        let mut index = Index::new();
        waiting.iter().for_each(|tool| index.insert(Document::of(tool)));
        *kept = Some(Kept { names, index });
    }
    let found = kept.as_ref().map(|kept| kept.index.search(query, most)).unwrap_or_default();
    found.into_iter().map(|found| found.name).collect()
}
