//! `tool_choice`, and whether calls may come in parallel.

use serde_json::{Map, Value, json};

use super::{RequestOptions, ToolChoice};
use crate::definition::Definition;
use crate::dialect::Dialect;
use crate::error::DialectError;
use crate::report::{Action, Loss};
use crate::rules::{plain, sources};

/// Claude models that answer a forced choice with a 400
/// (<https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools>).
const UNFORCED: [&str; 4] = ["opus-5-5", "sonnet-5-5", "fable-5-1", "mythos-5-1"];

pub(super) fn check(
    definitions: &[Definition],
    dialect: Dialect,
    options: &RequestOptions,
) -> Result<(), DialectError> {
    let error = |rule: String, source_url: &'static str| {
        Err(DialectError::Request { dialect: dialect.name(), rule, source_url })
    };
    let source = plain(dialect, &options.lowering).source;
    let mut names: Vec<&str> = definitions.iter().map(|tool| tool.name.as_str()).collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        if let [a, b] = pair
            && a == b
        {
            return error(format!("two tools are named `{a}`"), source);
        }
    }
    let choice = options.choice.as_ref();
    if let Some(ToolChoice::One(name)) = choice
        && !names.contains(&name.as_str())
    {
        return error(format!("tool_choice names `{name}`, which is not among the tools"), source);
    }
    let forced = match choice {
        Some(ToolChoice::Required) => "any tool",
        Some(ToolChoice::One(_)) => "one tool",
        _ => return Ok(()),
    };
    if definitions.is_empty() {
        return error("tool_choice forces a call and there are no tools".to_owned(), source);
    }
    let model =
        options.model.as_deref().unwrap_or_default().to_lowercase().replace(['.', '_'], "-");
    match dialect {
        Dialect::Anthropic | Dialect::Bedrock if UNFORCED.iter().any(|m| model.contains(m)) => {
            error(
                format!(
                    "{model} refuses to be forced to call {forced}; use auto and say it in words"
                ),
                sources::ANTHROPIC_TOOLS,
            )
        }
        Dialect::Bedrock
            if matches!(choice, Some(ToolChoice::One(_)))
                && !model.is_empty()
                && !["claude", "nova"].iter().any(|known| model.contains(known)) =>
        {
            error(
                "only Claude and Nova can be forced to call one tool".to_owned(),
                sources::BEDROCK_MODEL,
            )
        }
        Dialect::Ollama => error(format!("a call of {forced} cannot be forced"), sources::OLLAMA),
        Dialect::Mcp | Dialect::Mcp2025 => {
            error("a list of tools has no tool_choice".to_owned(), source)
        }
        _ => Ok(()),
    }
}

/// The tools that are sent: fewer, where that is the only way to say the choice.
pub(super) fn narrowed<'a>(
    definitions: &'a [Definition],
    dialect: Dialect,
    options: &RequestOptions,
    losses: &mut Vec<Loss>,
) -> Vec<&'a Definition> {
    let source = plain(dialect, &options.lowering).source;
    match (&options.choice, dialect) {
        (Some(ToolChoice::None), Dialect::Bedrock | Dialect::Ollama) => {
            let reason = format!("{dialect} has no choice of none; no tools are sent");
            losses.push(Loss::new("tool_choice", Action::Rewritten, reason, source));
            Vec::new()
        }
        (Some(ToolChoice::One(name)), Dialect::Cohere | Dialect::LlamaCpp) => {
            let source =
                if dialect == Dialect::LlamaCpp { sources::LLAMA_CPP_CHAT } else { source };
            let reason = format!("{dialect} cannot name one tool; only `{name}` is sent, required");
            losses.push(Loss::new("tool_choice", Action::Rewritten, reason, source));
            definitions.iter().filter(|tool| tool.name == *name).collect()
        }
        _ => definitions.iter().collect(),
    }
}

pub(super) fn write(
    dialect: Dialect,
    options: &RequestOptions,
    body: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) {
    let choice = options.choice.as_ref();
    match dialect {
        Dialect::Anthropic => anthropic(options, body),
        Dialect::Gemini | Dialect::GeminiParameters => {
            let config = choice.map(|choice| match choice {
                ToolChoice::Auto => json!({ "mode": "AUTO" }),
                ToolChoice::Required => json!({ "mode": "ANY" }),
                ToolChoice::One(name) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
                ToolChoice::None => json!({ "mode": "NONE" }),
            });
            if let Some(config) = config {
                body.insert("toolConfig".to_owned(), json!({ "functionCallingConfig": config }));
            }
            no_parallel(dialect, options, losses);
        }
        Dialect::Bedrock => {
            let choice = choice.and_then(|choice| match choice {
                ToolChoice::Auto => Some(json!({ "auto": {} })),
                ToolChoice::Required => Some(json!({ "any": {} })),
                ToolChoice::One(name) => Some(json!({ "tool": { "name": name } })),
                ToolChoice::None => None,
            });
            let config = body.get_mut("toolConfig").and_then(Value::as_object_mut);
            if let (Some(config), Some(choice)) = (config, choice) {
                config.insert("toolChoice".to_owned(), choice);
            }
            no_parallel(dialect, options, losses);
        }
        Dialect::Cohere => {
            let choice = match choice {
                Some(ToolChoice::Required | ToolChoice::One(_)) => Some("REQUIRED"),
                Some(ToolChoice::None) => Some("NONE"),
                _ => None,
            };
            if let Some(choice) = choice {
                body.insert("tool_choice".to_owned(), choice.into());
            }
            no_parallel(dialect, options, losses);
        }
        Dialect::Ollama | Dialect::Mcp | Dialect::Mcp2025 => no_parallel(dialect, options, losses),
        _ => openai(dialect, options, body, losses),
    }
}

fn openai(
    dialect: Dialect,
    options: &RequestOptions,
    body: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) {
    let choice = options.choice.as_ref().map(|choice| match (choice, dialect) {
        (ToolChoice::Auto, _) => json!("auto"),
        (ToolChoice::Required, Dialect::Mistral) => json!("any"),
        (ToolChoice::Required, _) | (ToolChoice::One(_), Dialect::LlamaCpp) => json!("required"),
        (ToolChoice::One(name), Dialect::OpenAiResponses) => {
            json!({ "type": "function", "name": name })
        }
        (ToolChoice::One(name), _) => json!({ "type": "function", "function": { "name": name } }),
        (ToolChoice::None, _) => json!("none"),
    });
    if let Some(choice) = choice {
        body.insert("tool_choice".to_owned(), choice);
    }
    match (options.parallel, dialect) {
        (Some(_), Dialect::DeepSeek) => no_parallel(dialect, options, losses),
        (Some(parallel), _) => {
            body.insert("parallel_tool_calls".to_owned(), parallel.into());
        }
        (None, _) => {}
    }
}

/// The flag against parallel calls stands inside the choice.
fn anthropic(options: &RequestOptions, body: &mut Map<String, Value>) {
    let mut choice = match (&options.choice, options.parallel) {
        (None, None) => return,
        (Some(ToolChoice::Auto) | None, _) => json!({ "type": "auto" }),
        (Some(ToolChoice::Required), _) => json!({ "type": "any" }),
        (Some(ToolChoice::One(name)), _) => json!({ "type": "tool", "name": name }),
        (Some(ToolChoice::None), _) => json!({ "type": "none" }),
    };
    let none = options.choice == Some(ToolChoice::None);
    if let (Some(parallel), Some(map), false) = (options.parallel, choice.as_object_mut(), none) {
        map.insert("disable_parallel_tool_use".to_owned(), (!parallel).into());
    }
    body.insert("tool_choice".to_owned(), choice);
}

fn no_parallel(dialect: Dialect, options: &RequestOptions, losses: &mut Vec<Loss>) {
    if options.parallel.is_some() {
        losses.push(Loss::new(
            "parallel",
            Action::Dropped,
            format!("{dialect} has no flag for parallel calls"),
            plain(dialect, &options.lowering).source,
        ));
    }
}
