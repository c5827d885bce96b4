//! What stands around a schema.

use serde_json::{Map, Value, json};

use super::Lowered;
use super::root::ARGUMENT;
use crate::definition::Definition;
use crate::dialect::Dialect;
use crate::options::Options;
use crate::report::{Action, Loss};
use crate::rules::{plain, sources};
use crate::schema::{Judge, object, parse};

/// Enough for any example that a person writes.
const EXAMPLE_FUEL: usize = 10_000;

pub(super) fn envelope(
    definition: &Definition,
    dialect: Dialect,
    options: &Options,
    lowered: &mut Lowered,
    output: Option<Value>,
) -> Value {
    let examples = examples(definition, dialect, lowered);
    lowered.losses.extend(unsaid(definition, dialect, options));
    let name = Some(definition.name.clone().into());
    // Bedrock refuses an empty description, and none costs fewer tokens everywhere.
    let description =
        Some(definition.description.trim()).filter(|text| !text.is_empty()).map(Value::from);
    let schema = lowered.parameters.clone();
    let strict = lowered.strict;
    let deferred = definition.deferred.then_some(Value::Bool(true));
    let entry = match dialect {
        Dialect::OpenAi | Dialect::DeepSeek => function([
            ("name", name),
            ("description", description),
            ("parameters", schema),
            // Chat is not strict unless asked; who asked is told what came of it.
            ("strict", (strict || options.strict).then_some(Value::Bool(strict))),
        ]),
        Dialect::Mistral
        | Dialect::Cohere
        | Dialect::Xai
        | Dialect::Ollama
        | Dialect::LlamaCpp
        | Dialect::Vllm => {
            function([("name", name), ("description", description), ("parameters", schema)])
        }
        // Without `strict`, Responses tries strict by itself.
        Dialect::OpenAiResponses => object([
            ("type", Some("function".into())),
            ("name", name),
            ("description", description),
            ("parameters", schema),
            ("strict", Some(strict.into())),
            ("defer_loading", deferred),
        ]),
        Dialect::Anthropic => object([
            ("name", name),
            ("description", description),
            ("input_schema", schema),
            ("strict", strict.then_some(Value::Bool(true))),
            ("defer_loading", deferred),
            ("input_examples", examples),
        ]),
        Dialect::Gemini => {
            object([("name", name), ("description", description), ("parametersJsonSchema", schema)])
        }
        Dialect::GeminiParameters => {
            object([("name", name), ("description", description), ("parameters", schema)])
        }
        Dialect::Bedrock => {
            let spec = object([
                ("name", name),
                ("description", description),
                ("inputSchema", schema.map(|schema| json!({ "json": schema }))),
                ("strict", strict.then_some(Value::Bool(true))),
            ]);
            object([("toolSpec", Some(spec.into()))])
        }
        Dialect::Mcp | Dialect::Mcp2025 => object([
            ("name", name),
            ("title", definition.title.clone().map(Value::from)),
            ("description", description),
            ("inputSchema", schema),
            ("outputSchema", output),
            ("annotations", definition.annotations.clone().map(Value::Object)),
            ("_meta", definition.meta.clone().map(Value::Object)),
        ]),
    };
    Value::Object(entry)
}

fn function<const N: usize>(entries: [(&str, Option<Value>); N]) -> Map<String, Value> {
    object([("type", Some("function".into())), ("function", Some(object(entries).into()))])
}

/// The examples as the model would write them. Anthropic refuses the request for one that does not
/// fit the schema as sent, so each is checked.
fn examples(definition: &Definition, dialect: Dialect, lowered: &mut Lowered) -> Option<Value> {
    if definition.call_examples.is_empty() {
        return None;
    }
    if dialect != Dialect::Anthropic {
        let reason = format!("{dialect} has no place for example calls");
        let source = plain(dialect, &Options::new()).source;
        lowered.losses.push(Loss::new("callExamples", Action::Dropped, reason, source));
        return None;
    }
    let schema = lowered.parameters.clone().unwrap_or_default();
    let tree = parse(&definition.name, &schema).ok()?;
    let mut kept = Vec::new();
    for (at, example) in definition.call_examples.iter().enumerate() {
        let sent = match lowered.way_back.wrapped() {
            true => json!({ ARGUMENT: example }),
            false => example.clone(),
        };
        let same = lowered.restore(sent.clone()) == *example;
        if same && Judge::new(&tree, EXAMPLE_FUEL).fits(&tree.root, &sent) {
            kept.push(sent);
        } else {
            lowered.losses.push(Loss::new(
                format!("callExamples/{at}"),
                Action::Dropped,
                "the example does not fit the schema as sent, which is a 400",
                sources::ANTHROPIC_TOOLS,
            ));
        }
    }
    (!kept.is_empty()).then_some(Value::Array(kept))
}

/// Parts of the definition that the dialect has no place for.
fn unsaid(definition: &Definition, dialect: Dialect, options: &Options) -> Vec<Loss> {
    let source = plain(dialect, options).source;
    let mut losses = Vec::new();
    let mut lose = |path: &str, action: Action, reason: String| {
        losses.push(Loss::new(path, action, reason, source));
    };
    let mcp = matches!(dialect, Dialect::Mcp | Dialect::Mcp2025);
    if !mcp && definition.title.is_some() {
        lose("title", Action::Dropped, format!("{dialect} knows no names for people"));
    }
    if !mcp && definition.annotations.is_some() {
        lose("annotations", Action::Dropped, "hints for MCP clients".to_owned());
    }
    if !mcp && definition.meta.is_some() {
        lose("_meta", Action::Dropped, "data for MCP clients".to_owned());
    }
    let native = matches!(dialect, Dialect::Anthropic | Dialect::OpenAiResponses);
    if definition.deferred && !native {
        let reason = format!("{dialect} has no deferred form; the tool is sent in full");
        lose("deferred", Action::Noted, reason);
    }
    losses
}
