//! The part of a request that is about tools.

mod allocate;
mod choice;

use serde_json::{Map, Value, json};

use crate::calls::ParsedCall;
use crate::definition::Definition;
use crate::dialect::Dialect;
use crate::error::DialectError;
use crate::lower::Lowered;
use crate::options::Options;
use crate::repair::ArgumentError;
use crate::report::{Action, Loss};
use crate::rules::{plain, sources};

/// Which tool the model must call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    Auto,
    /// Some tool.
    Required,
    /// This tool.
    One(String),
    /// No tool.
    None,
}

/// How a set of tools is sent.
///
/// ```
/// use tool_dialects::{Options, RequestOptions, ToolChoice};
///
/// let options = RequestOptions::new()
///     .lowering(Options::new().strict(true))
///     .choice(ToolChoice::Required)
///     .parallel(false);
/// assert_eq!(options.parallel, Some(false));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestOptions {
    /// How each tool is lowered.
    pub lowering: Options,
    /// Absent: nothing is written, which is `Auto` everywhere.
    pub choice: Option<ToolChoice>,
    /// Whether the model may make several calls in one answer. Absent: the provider decides.
    pub parallel: Option<bool>,
    /// Marks the tools as the end of what is cached, where that is asked for in the tools.
    pub cache: bool,
    /// The model's name, for rules that only some models have.
    pub model: Option<String>,
}

impl RequestOptions {
    /// Nothing said.
    pub fn new() -> Self {
        Self::default()
    }

    /// How each tool is lowered.
    #[must_use]
    pub fn lowering(mut self, options: Options) -> Self {
        self.lowering = options;
        self
    }

    /// Which tool must be called.
    #[must_use]
    pub fn choice(mut self, choice: ToolChoice) -> Self {
        self.choice = Some(choice);
        self
    }

    /// Whether there may be several calls in one answer.
    #[must_use]
    pub fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = Some(parallel);
        self
    }

    /// Marks the end of what is cached.
    #[must_use]
    pub fn cache(mut self, cache: bool) -> Self {
        self.cache = cache;
        self
    }

    /// The model's name.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }
}

/// The members of a request that are about tools.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LoweredRequest {
    /// To be put into the request's body, for example `tools` and `tool_choice`.
    pub body: Map<String, Value>,
    /// Each tool, in the order given, with its report and way back.
    pub tools: Vec<Lowered>,
    /// What the request as a whole could not carry. Each tool has its own report.
    pub losses: Vec<Loss>,
}

impl LoweredRequest {
    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<&Lowered> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The arguments of a call in the shape of its tool's definition. Of a tool that is not in the
    /// request, as they came.
    ///
    /// # Errors
    ///
    /// Arguments that cannot be read; the text is for the model.
    pub fn restore(&self, call: &ParsedCall) -> Result<Value, ArgumentError> {
        match self.tool(&call.name) {
            Some(tool) => call.restored(tool),
            None => call.arguments.clone(),
        }
    }
}

/// Lowers a set of tools, with what a request says of them.
///
/// Where limits are over the whole request (Anthropic: 20 strict tools, 24 optional parameters, 16
/// unions), tools keep strictness in the order given while it lasts, and the others' reports say
/// that it was used up.
///
/// ```
/// use serde_json::json;
/// use tool_dialects::{Definition, Dialect, RequestOptions, ToolChoice, lower_request};
///
/// let tools = [Definition::new("now", "The time.", json!({ "type": "object" }))];
/// let options = RequestOptions::new().choice(ToolChoice::Required);
/// let request = lower_request(&tools, Dialect::Anthropic, &options)?;
/// assert_eq!(request.body["tool_choice"], json!({ "type": "any" }));
/// # Ok::<(), tool_dialects::DialectError>(())
/// ```
///
/// # Errors
///
/// What [`lower`](crate::lower) refuses, two tools of one name, too many tools, or a choice that
/// the provider or the model does not know.
pub fn lower_request(
    definitions: &[Definition],
    dialect: Dialect,
    options: &RequestOptions,
) -> Result<LoweredRequest, DialectError> {
    let mut losses = Vec::new();
    choice::check(definitions, dialect, options)?;
    count(definitions, dialect)?;
    let sent = choice::narrowed(definitions, dialect, options, &mut losses);
    let tools = allocate::lower_all(&sent, dialect, &options.lowering, &mut losses)?;
    let mut entries: Vec<Value> = tools.iter().map(|tool| tool.definition.clone()).collect();
    search_forms(&sent, dialect, &mut entries, &mut losses)?;
    cache_marker(dialect, options, &mut entries, &mut losses);
    let mut body = Map::new();
    if !entries.is_empty() || matches!(dialect, Dialect::Mcp | Dialect::Mcp2025) {
        match dialect {
            Dialect::Gemini | Dialect::GeminiParameters => {
                body.insert("tools".to_owned(), json!([{ "functionDeclarations": entries }]));
            }
            Dialect::Bedrock => {
                body.insert("toolConfig".to_owned(), json!({ "tools": entries }));
            }
            _ => {
                body.insert("tools".to_owned(), Value::Array(entries));
            }
        }
        choice::write(dialect, options, &mut body, &mut losses);
    }
    if dialect == Dialect::Cohere && !tools.is_empty() && tools.iter().all(|tool| tool.strict) {
        body.insert("strict_tools".to_owned(), true.into());
    }
    Ok(LoweredRequest { body, tools, losses })
}

/// The most tools that a request may have.
fn count(definitions: &[Definition], dialect: Dialect) -> Result<(), DialectError> {
    let (most, source_url) = match dialect {
        Dialect::OpenAi => (128, sources::OPENAI_CAP),
        Dialect::OpenAiResponses => (128, sources::OPENAI_CAP),
        Dialect::Xai => (128, sources::XAI_SDK),
        Dialect::Gemini | Dialect::GeminiParameters => (512, sources::GEMINI_COUNT),
        _ => return Ok(()),
    };
    // Tools behind a search are not in the list that is capped.
    let listed = match dialect {
        Dialect::OpenAiResponses => definitions.iter().filter(|tool| !tool.deferred).count(),
        _ => definitions.len(),
    };
    if listed <= most {
        return Ok(());
    }
    Err(DialectError::Request {
        dialect: dialect.name(),
        rule: format!("{listed} tools; at most {most} can be sent"),
        source_url,
    })
}

/// The provider's own search, where tools are deferred.
fn search_forms(
    definitions: &[&Definition],
    dialect: Dialect,
    entries: &mut Vec<Value>,
    losses: &mut Vec<Loss>,
) -> Result<(), DialectError> {
    let deferred = definitions.iter().filter(|tool| tool.deferred).count();
    if deferred == 0 {
        return Ok(());
    }
    match dialect {
        Dialect::OpenAiResponses => entries.push(json!({ "type": "tool_search" })),
        Dialect::Anthropic => {
            if deferred == definitions.len() {
                return Err(DialectError::Request {
                    dialect: dialect.name(),
                    rule: "every tool is deferred; at least one must not be".to_owned(),
                    source_url: sources::ANTHROPIC_SEARCH,
                });
            }
            for entry in entries.iter_mut() {
                let examples = entry.as_object_mut().and_then(|e| e.shift_remove("input_examples"));
                if examples.is_some() {
                    losses.push(Loss::new(
                        "callExamples",
                        Action::Dropped,
                        "examples do not go with tool search",
                        sources::ANTHROPIC_SEARCH,
                    ));
                }
            }
            let name = "tool_search_tool_bm25";
            entries.insert(0, json!({ "type": format!("{name}_20251119"), "name": name }));
        }
        _ => {}
    }
    Ok(())
}

/// Marks the last tool. A deferred tool may not carry the mark.
fn cache_marker(
    dialect: Dialect,
    options: &RequestOptions,
    entries: &mut Vec<Value>,
    losses: &mut Vec<Loss>,
) {
    if !options.cache || entries.is_empty() {
        return;
    }
    match dialect {
        Dialect::Anthropic => {
            let last = entries.iter_mut().rev().find(|tool| tool.get("defer_loading").is_none());
            if let Some(last) = last.and_then(Value::as_object_mut) {
                last.insert("cache_control".to_owned(), json!({ "type": "ephemeral" }));
            }
        }
        Dialect::Bedrock => entries.push(json!({ "cachePoint": { "type": "default" } })),
        _ => losses.push(Loss::new(
            "cache",
            Action::Dropped,
            format!("{dialect} has no mark for caching in its tools"),
            plain(dialect, &options.lowering).source,
        )),
    }
}
