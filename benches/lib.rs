//! The work that the measures share: two tools, and the same by hand.

use std::future::Future;
use std::pin::Pin;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

tool_core::tool_crate!();

/// One replacement.
#[derive(Deserialize, Serialize, JsonSchema)]
pub struct Edit {
    /// Text to find.
    pub old: String,
    /// Text to put in its place.
    pub new: String,
    /// Replace every occurrence.
    pub all: bool,
}

/// What `find_files` gives.
#[derive(Serialize, JsonSchema)]
pub struct Found {
    root: String,
    recursive: bool,
    limit: u32,
    matches: Vec<String>,
}

/// What `edit` gives.
#[derive(Serialize, JsonSchema)]
pub struct Edited {
    path: String,
    applied: usize,
    bytes: usize,
}

async fn find(pattern: String, path: Option<String>, recursive: bool, limit: u32) -> Found {
    let root = path.unwrap_or_else(|| ".".to_owned());
    Found { root, recursive, limit, matches: vec![pattern] }
}

async fn change(path: String, edits: Vec<Edit>) -> Edited {
    let bytes = edits.iter().map(|e| e.old.len() + e.new.len() + usize::from(e.all)).sum();
    Edited { path, applied: edits.len(), bytes }
}

/// Find files whose path matches a glob pattern.
#[tool_core::tool(
    access_mode = "readonly",
    cost_tier = "free",
    category = "filesystem",
    keywords("find", "locate"),
    stages("initial", "reading"),
    progress_params(pattern, path)
)]
pub async fn find_files(
    /// Glob pattern to match.
    pattern: String,
    /// Directory to start from.
    path: Option<String>,
    /// Descend into sub-directories.
    #[param(default = true)]
    recursive: bool,
    /// Most results to return.
    #[param(default = 100, range = 1..=10_000)]
    limit: u32,
) -> Found {
    find(pattern, path, recursive, limit).await
}

/// Apply text replacements to one file, in order.
#[tool_core::tool(access_mode = "readonly")]
pub async fn edit(
    /// File to change.
    path: String,
    /// Replacements, in order.
    edits: Vec<Edit>,
) -> Edited {
    change(path, edits).await
}

/// Arguments for a call of a tool.
pub fn arguments(tool: &str) -> Value {
    match tool {
        "find_files" => {
            json!({"pattern": "**/*.rs", "path": "src/lib", "recursive": false, "limit": 50})
        }
        _ => json!({"path": "src/main.rs", "edits": (0..20).map(|i| json!({
            "old": format!("let value_{i} = compute({i});"),
            "new": format!("let value_{i} = compute_fast({i}, true);"),
            "all": i % 2 == 0,
        })).collect::<Vec<_>>()}),
    }
}

/// The same tools by hand: no registry, no erasure, no boxed future.
pub mod floor {
    use super::*;

    #[derive(Deserialize)]
    struct FindArgs {
        pattern: String,
        path: Option<String>,
        #[serde(default = "yes")]
        recursive: bool,
        #[serde(default = "hundred")]
        limit: u32,
    }

    #[derive(Deserialize)]
    struct EditArgs {
        path: String,
        edits: Vec<Edit>,
    }

    fn yes() -> bool {
        true
    }

    fn hundred() -> u32 {
        100
    }

    /// A call from a value.
    #[inline(never)]
    pub async fn value(tool: &str, arguments: Value) -> serde_json::Result<Value> {
        if tool == "find_files" {
            let a: FindArgs = serde_json::from_value(arguments)?;
            serde_json::to_value(find(a.pattern, a.path, a.recursive, a.limit).await)
        } else {
            let a: EditArgs = serde_json::from_value(arguments)?;
            serde_json::to_value(change(a.path, a.edits).await)
        }
    }

    /// A call from text.
    #[inline(never)]
    pub async fn text(tool: &str, arguments: &str) -> serde_json::Result<String> {
        if tool == "find_files" {
            let a: FindArgs = serde_json::from_str(arguments)?;
            serde_json::to_string(&find(a.pattern, a.path, a.recursive, a.limit).await)
        } else {
            let a: EditArgs = serde_json::from_str(arguments)?;
            serde_json::to_string(&change(a.path, a.edits).await)
        }
    }
}

/// A boxed piece of work.
pub type Work<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;
