//! Tools that do what tools that ship do not.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tool_core::schemars::JsonSchema;
use tool_core::serde::{Deserialize, Serialize};
use tool_core::{
    Attachment, FnTool, Registry, RegistryError, ToolContext, ToolError, ToolMetadata, ToolOutput,
    ToolResult, tool,
};

/// The registry of the fixture.
pub(crate) fn registry() -> Result<Registry, RegistryError> {
    let registry = Registry::collect()?;
    registry.disable_tool("off");
    if std::env::var_os(crate::run::FIXTURE).is_some_and(|asked| asked == "clash") {
        let empty = json!({"type": "object"});
        let clash = FnTool::new("echo", "E.", empty, |_, _| async { Ok(ToolOutput::none()) });
        registry.register(clash)?;
    }
    let any = json!({"type": "object", "properties": {
        "mode": {"$ref": "#/$defs/Mode"}, "value": {}, "maybe": {"type": ["boolean", "null"]},
    }, "$defs": {"Mode": {"oneOf": [{"const": "a"}, {"const": "b"}]}}});
    registry.register(
        FnTool::new("made_late", "Gives its arguments back.", any, |arguments, _| async {
            Ok(ToolOutput::from(Value::Object(arguments)))
        })
        .metadata(ToolMetadata::new().access_mode(tool_core::AccessMode::Readonly)),
    )?;
    Ok(registry)
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(crate = "tool_core::serde")]
#[schemars(crate = "tool_core::schemars")]
struct Change {
    old: String,
    #[serde(default)]
    all: bool,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(crate = "tool_core::serde", rename_all = "lowercase")]
#[schemars(crate = "tool_core::schemars")]
enum Speed {
    Fast,
    Slow,
}

/// Gives its arguments back.
#[tool(
    access_mode = "readonly",
    gate = "none",
    namespace = "try",
    aliases("echo", "repeat"),
    tags("trial"),
    category = "trials",
    call_examples(r#"{"path": "it's.txt"}"#)
)]
#[allow(clippy::too_many_arguments, reason = "one of each kind")]
async fn every_kind(
    /// A file.
    path: String,
    /// How much.
    #[param(default = 10, range = 1..=100)]
    limit: u32,
    #[param(default = false)] replace_all: bool,
    #[param(default = Speed::Slow)] speed: Speed,
    words: Option<Vec<String>>,
    changes: Option<Vec<Change>>,
    first: Option<Change>,
    share: Option<f64>,
) -> Value {
    json!({
        "path": path, "limit": limit, "replace_all": replace_all, "speed": speed, "words": words,
        "changes": changes, "first": first, "share": share,
    })
}

/// Keeps a note.
#[tool(access_mode = "write")]
async fn keep(text: String, #[param(secret)] key: Option<String>) -> String {
    format!("kept {} bytes, {}", text.len(), if key.is_some() { "locked" } else { "open" })
}

/// Does what it wants.
#[tool]
async fn undeclared() -> &'static str {
    "done"
}

/// Panics.
#[tool(access_mode = "readonly")]
async fn panics() {
    panic!("the payload")
}

/// Never returns.
#[tool(access_mode = "readonly", timeout = "100ms")]
async fn hangs() {
    std::future::pending().await
}

/// Fails.
#[tool(access_mode = "readonly")]
async fn fails() -> Result<(), ToolError> {
    Err(ToolError::new("no such branch").hint("List them first.").operator("exit code 128"))
}

/// Is switched off.
#[tool(access_mode = "readonly")]
async fn off() {}

/// Cannot say whether it is there.
#[tool(access_mode = "readonly", availability = check_that_panics)]
async fn broken() {}

fn check_that_panics() -> bool {
    panic!("no answer")
}

/// Needs a key.
#[tool(access_mode = "network", availability = no_key)]
async fn closed() {}

fn no_key() -> Result<(), String> {
    Err("CLOSED_TOKEN is not set".to_owned())
}

/// Gives a picture.
#[tool(access_mode = "readonly")]
async fn picture() -> ToolOutput {
    ToolOutput::text("a dot").attach(Attachment::image("image/png", vec![0; 7]))
}

/// Gives text that would move the cursor.
#[tool(access_mode = "readonly")]
async fn rude() -> ToolResult {
    ToolResult::ok(ToolOutput::text("a\u{1b}[2Jb")).with_hint("look\u{202e} again")
}

/// Tells how far it is.
#[tool(access_mode = "readonly")]
async fn steps(ctx: &ToolContext) -> &'static str {
    for done in 1..=3 {
        ctx.progress(done, Some(3), format!("step {done}\u{7}"));
    }
    "all done"
}

/// Gives as many lines as are asked for.
#[tool(access_mode = "readonly", cap("1000000 lines", "16MiB"))]
async fn lines(count: usize) -> String {
    "a line of text\n".repeat(count)
}

/// Runs a child process that would outlive everybody.
#[tool(access_mode = "readonly", timeout = "600s")]
async fn parent(started: PathBuf) -> Result<(), ToolError> {
    let mut child = tokio::process::Command::new("sleep").arg("600").kill_on_drop(true).spawn()?;
    std::fs::write(&started, "")?;
    child.wait().await?;
    Ok(())
}

/// Works without a break until it is told to stop.
#[tool(access_mode = "readonly", timeout = "600s")]
fn busy(ctx: &ToolContext, started: PathBuf, stopped: PathBuf) -> Result<(), ToolError> {
    std::fs::write(&started, "")?;
    while !ctx.cancel().is_cancelled() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::fs::write(&stopped, "")?;
    Ok(())
}

/// Takes words that the command has for itself.
#[tool(access_mode = "readonly")]
async fn own_words(json: Option<String>, help: Option<String>, yes: Option<bool>) -> Value {
    json!({"json": json, "help": help, "yes": yes})
}
