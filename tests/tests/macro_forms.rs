//! What `#[tool]` makes of each form of function.
#![allow(clippy::unwrap_used, clippy::non_minimal_cfg, reason = "tests")]

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tool_core::exec::approve_all;
use tool_core::{
    AccessMode, Arguments, Attachment, Executor, Registry, SchemaLevel, Status, ToolContext,
    ToolError, ToolOutput, ToolResult, tool,
};

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Speed {
    /// As fast as it can.
    Fast,
    Slow,
}

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Change {
    /// Text to find.
    old: String,
    new: Option<String>,
}

type Maybe<T> = Option<T>;

/// Every kind of parameter.
///
/// # Arguments
/// * `text` - Some text.
///
/// # Returns
/// What it got
#[tool(access_mode = "readonly", aliases("all_kinds"), namespace = "test", progress_params(text))]
#[allow(clippy::too_many_arguments)]
async fn kinds(
    ctx: &ToolContext,
    text: &str,
    /// Where.
    #[param(default = ".")]
    path: &Path,
    words: &[String],
    #[param(default = 100, range = 1..=1_000, alias = "max")] limit: u32,
    #[param(default = Speed::Slow)] speed: Speed,
    maybe: Maybe<u8>,
    note: Option<&str>,
    changes: Vec<Change>,
    map: BTreeMap<String, i64>,
    #[param(rename = "type", default = true)] kind: bool,
    #[param(default = 0.5, range = 0.0..1.0)] share: f64,
    #[param(default = vec![1, 2])] numbers: Vec<u16>,
) -> Result<Value, ToolError> {
    Ok(json!({
        "tool": ctx.tool_name(), "text": text, "path": path, "words": words, "limit": limit,
        "speed": speed, "maybe": maybe, "note": note, "changes": changes, "map": map,
        "kind": kind, "share": share, "numbers": numbers,
    }))
}

/// Adds.
#[tool(access_mode = "readonly", inline)]
fn add(a: i32, b: i32) -> i32 {
    a + b
}

/// Says what thread it is on.
#[tool(access_mode = "readonly")]
fn blocking(ctx: &ToolContext) -> String {
    let on_pool = std::thread::current().name() == Some("tokio-rt-worker");
    format!("{} {on_pool}", ctx.tool_name())
}

/// Gives nothing.
#[tool(access_mode = "readonly")]
async fn nothing() {}

/// Gives static text.
#[tool(access_mode = "readonly")]
async fn static_text() -> &'static str {
    "static"
}

type Fallible = Result<u32, String>;

/// Fails with text.
#[tool(access_mode = "readonly")]
async fn fails(#[param(default = false)] well: bool) -> Fallible {
    if well { Ok(1) } else { Err("it failed".to_owned()) }
}

/// Fails with an error of the standard library.
#[tool(access_mode = "readonly")]
async fn parses(text: String) -> Result<u32, std::num::ParseIntError> {
    text.parse()
}

/// Makes output with an attachment.
#[tool(access_mode = "readonly")]
async fn picture() -> ToolOutput {
    ToolOutput::text("a picture").attach(Attachment::image("image/png", [1, 2]))
}

/// Makes output or fails.
#[tool(access_mode = "readonly")]
async fn picture_or_not(well: bool) -> Result<ToolOutput, ToolError> {
    if well { Ok(ToolOutput::text("x")) } else { Err(ToolError::new("no picture")) }
}

/// Makes its own result.
#[tool(access_mode = "readonly")]
async fn own_result() -> ToolResult {
    ToolResult::failed(Status::RateLimited, "later").with_metadata("wait", 3)
}

/// Uses what the host gives.
#[tool(access_mode = "readonly")]
async fn injected(#[inject] numbers: Arc<Vec<u32>>, #[inject] words: &HashMap<String, u32>) -> u32 {
    numbers.iter().sum::<u32>() + words.get("x").copied().unwrap_or_default()
}

fn narrow(arguments: &Arguments) -> AccessMode {
    if arguments.str("method") == Some("GET") { AccessMode::Network } else { AccessMode::Mixed }
}

fn configured() -> Result<(), String> {
    Err("no key".to_owned())
}

fn yes() -> bool {
    true
}

/// Makes a request.
#[tool(
    access_mode = "mixed", cost_tier = "medium", danger_level = "low", priority = "high",
    category = "web", keywords("http", "fetch"), use_cases = ["fetching"], examples("get it"),
    call_examples("{\"method\": \"GET\"}"), priority_hints("sparingly"),
    stages("reading", "execution"), task_types("search"), mandatory_keywords("request"),
    execution_category = "network", timeout = "20s", cap("200 lines", "64KiB"), idempotent,
    deprecated = "use fetch", location = "anywhere", capabilities("http"), deferred = false,
    unknown_arguments = "ignore", effective_access = narrow, rate_limit = "10/m", retry = 3,
    loop_limit = 5, precedes("add"), follows("nothing"), alternatives("fails"),
    complements("parses"), title = "Request", tags("web"), availability = yes,
)]
async fn request(method: String) -> String {
    method
}

/// Is never there.
#[tool(access_mode = "readonly", availability_check = configured)]
async fn unconfigured() {}

/// Is not there at all.
#[cfg(any())]
#[tool(access_mode = "readonly")]
async fn configured_out(#[cfg(any())] x: Missing) {}

/// Has a parameter that is configured out.
#[tool(access_mode = "readonly")]
async fn partly(a: u8, #[cfg(any())] b: Missing, #[cfg(all())] c: u8) -> u8 {
    a + c
}

mod inner {
    /// Lives in a module.
    #[super::tool(access_mode = "readonly")]
    pub(super) async fn in_module(r#type: String) -> String {
        r#type
    }
}

macro_rules! make {
    ($name:ident, $ty:ty) => {
        /// Made by a macro.
        #[tool(access_mode = "readonly")]
        async fn $name(
            /// The value.
            #[param(default = 7)]
            value: $ty,
        ) -> $ty {
            value
        }
    };
}
make!(made_u8, u8);
make!(made_i64, i64);

fn executor() -> Executor {
    // Inside a function body as well.
    /// Lives in a function.
    #[tool(access_mode = "readonly")]
    async fn in_function(in_function: u8) -> u8 {
        in_function
    }

    Executor::builder(Registry::collect().unwrap())
        .for_programs()
        .approver(approve_all())
        .state(vec![1u32, 2])
        .state(HashMap::from([("x".to_owned(), 40u32)]))
        .build()
        .unwrap()
}

async fn call(name: &str, arguments: Value) -> ToolResult {
    executor().call(name, arguments).await
}

#[tokio::test]
async fn every_kind_of_parameter_arrives() {
    let result = call(
        "kinds",
        json!({
            "text": "t", "words": ["a"], "maybe": 3, "note": "n", "map": {"k": -1},
            "changes": [{"old": "o"}], "max": 5, "speed": "fast", "type": false,
        }),
    )
    .await;
    assert!(result.success, "{}", result.to_text());
    assert_eq!(
        *result.output.value().unwrap(),
        json!({
            "tool": "kinds", "text": "t", "path": ".", "words": ["a"], "limit": 5,
            "speed": "fast", "maybe": 3, "note": "n", "changes": [{"old": "o", "new": null}],
            "map": {"k": -1}, "kind": false, "share": 0.5, "numbers": [1, 2],
        })
    );
    let result =
        call("all_kinds", json!({"text": "", "words": [], "changes": [], "map": {}})).await;
    let value = result.output.value().unwrap().into_owned();
    assert_eq!(
        (&value["maybe"], &value["note"], &value["limit"]),
        (&json!(null), &json!(null), &json!(100))
    );
    assert_eq!(value["speed"], "slow");
}

#[test]
fn the_schema_says_all_of_it_in_order() {
    let registry = Registry::collect().unwrap();
    let tool = registry.get("kinds").unwrap();
    assert_eq!(tool.description(), "Every kind of parameter.\n\nReturns: What it got.");
    assert_eq!(tool.qualified_name(), "test.kinds");
    let expected = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "Some text."},
            "path": {"type": "string", "description": "Where.", "default": "."},
            "words": {"type": "array", "items": {"type": "string"}},
            "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100},
            "speed": {"type": "string", "enum": ["fast", "slow"],
                      "description": "Values: `fast`: As fast as it can.", "default": "slow"},
            "maybe": {"type": "integer", "minimum": 0, "maximum": 255},
            "note": {"type": "string"},
            "changes": {"type": "array", "items": {
                "type": "object",
                "properties": {
                    "old": {"type": "string", "description": "Text to find."},
                    "new": {"type": "string"}
                },
                "required": ["old"]
            }},
            "map": {"type": "object", "additionalProperties": {
                "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX}},
            "type": {"type": "boolean", "default": true},
            "share": {"type": "number", "minimum": 0.0, "exclusiveMaximum": 1.0, "default": 0.5},
            "numbers": {"type": "array",
                        "items": {"type": "integer", "minimum": 0, "maximum": 65535},
                        "default": [1, 2]}
        },
        "required": ["text", "words", "changes", "map"],
        "additionalProperties": false
    });
    assert_eq!(tool.schema(SchemaLevel::Full), &expected);
    let order = |schema: &Value| -> Vec<String> {
        schema["properties"].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(order(tool.schema(SchemaLevel::Full)), order(&expected));
}

#[tokio::test]
async fn every_form_of_output_becomes_a_result() {
    for (name, arguments, text) in [
        ("add", json!({"a": 2, "b": 3}), "5"),
        ("blocking", json!({}), "blocking true"),
        ("static_text", json!({}), "static"),
        ("fails", json!({"well": true}), "1"),
        ("fails", json!({}), "ERROR: it failed"),
        ("parses", json!({"text": "12"}), "12"),
        ("parses", json!({"text": "x"}), "ERROR: invalid digit found in string"),
        ("picture", json!({}), "a picture"),
        ("picture_or_not", json!({"well": true}), "x"),
        ("picture_or_not", json!({"well": false}), "ERROR: no picture"),
        ("own_result", json!({}), "ERROR: later"),
        ("injected", json!({}), "43"),
        ("partly", json!({"a": 1, "c": 2}), "3"),
        ("in_module", json!({"type": "x"}), "x"),
        ("in_function", json!({"in_function": 9}), "9"),
        ("made_u8", json!({}), "7"),
        ("made_i64", json!({"value": -4}), "-4"),
        ("request", json!({"method": "GET", "extra": 1}), "GET"),
    ] {
        assert_eq!(call(name, arguments).await.to_text(), text, "{name}");
    }
    let empty = call("nothing", json!({})).await;
    assert_eq!((empty.status, empty.success), (Status::Empty, true));
    assert_eq!(call("picture", json!({})).await.output.attachments().len(), 1);
    let own = call("own_result", json!({})).await;
    assert_eq!((own.status, &own.metadata["wait"]), (Status::RateLimited, &json!(3)));
}

#[test]
fn output_schemas_are_made_where_there_is_data() {
    let registry = Registry::collect().unwrap();
    let schema = |name: &str| registry.get(name).unwrap().output_schema().cloned();
    assert_eq!(
        schema("fails"),
        Some(json!({"type": "integer", "minimum": 0, "maximum": 4294967295u32}))
    );
    for text in ["nothing", "static_text", "blocking", "picture", "own_result"] {
        assert_eq!(schema(text), None, "{text}");
    }
}

#[test]
fn every_option_reaches_the_metadata() {
    use tool_core::*;
    let registry = Registry::collect().unwrap();
    let tool = registry.get("request").unwrap();
    let expected = ToolMetadata::new()
        .title("Request")
        .tags(["web"])
        .category("web")
        .keywords(["http", "fetch"])
        .use_cases(["fetching"])
        .examples(["get it"])
        .call_examples([json!({"method": "GET"})])
        .priority_hints(["sparingly"])
        .priority(Priority::High)
        .cost_tier(CostTier::Medium)
        .access_mode(AccessMode::Mixed)
        .danger_level(DangerLevel::Low)
        .stages([Stage::Reading, Stage::Execution])
        .task_types(["search"])
        .mandatory_keywords(["request"])
        .execution_category(ExecutionCategory::Network)
        .timeout(std::time::Duration::from_secs(20))
        .cap(OutputCap { lines: 200, bytes: 64 * 1024 })
        .idempotent(true)
        .deprecated("use fetch")
        .location(Location::Anywhere)
        .capabilities([Capability::Http])
        .unknown_arguments(UnknownArguments::Ignore)
        .rate_limit(RateLimit { calls: 10, per: std::time::Duration::from_secs(60) })
        .retry(Retry { attempts: 3 })
        .loop_limit(5)
        .precedes(["add"])
        .follows(["nothing"])
        .alternatives(["fails"])
        .complements(["parses"]);
    assert_eq!(tool.metadata(), &expected);
    assert!(tool.origin().to_string().contains("macro_forms.rs:"));
}

#[tokio::test]
async fn effective_access_narrows_a_call() {
    let registry = Registry::collect_from([env!("CARGO_CRATE_NAME")]).unwrap();
    let executor = Executor::builder(registry)
        .for_programs()
        .state(vec![0u32])
        .state(HashMap::<String, u32>::new())
        .build()
        .unwrap();
    assert!(executor.call("request", json!({"method": "GET"})).await.success);
    let result = executor.call("request", json!({"method": "POST"})).await;
    assert_eq!(result.status, Status::Denied);
}

#[tokio::test]
async fn an_availability_check_is_heeded_under_either_spelling() {
    let result = call("unconfigured", json!({})).await;
    assert_eq!(result.to_text(), "ERROR: `unconfigured` cannot be used now: no key");
}

#[test]
fn a_missing_injected_type_is_found_when_the_executor_is_built() {
    let registry = Registry::collect().unwrap();
    let error = Executor::builder(registry).for_programs().build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "tool `injected` expects a value of type `Vec<u32>`, and none was given: \
         `Executor::builder(..).state(..)`"
    );
}

#[test]
fn the_function_stays_an_ordinary_function() {
    assert_eq!(add(1, 2), 3);
    let _: PathBuf = PathBuf::new();
}
