//! `tool schema`: definitions in a provider's form.

use serde_json::{Map, Value};
use tool_core::{Registry, SchemaLevel, Show, Tool};
use tool_dialects::{Definition, Dialect, Lowered, Options, lower};

use crate::commands::SchemaArgs;
use crate::exit::{FAILED, USAGE};
use crate::{definition, find, list, out};

pub(crate) fn run(registry: &Registry, args: &SchemaArgs) -> u8 {
    let level = SchemaLevel::from(args.level);
    if let Some(path) = &args.from {
        let read = definition::read(path).and_then(|value| definitions(value, &path.display()));
        return match read {
            Ok((definitions, many)) => print(&definitions, args, many),
            Err(message) => out::error(&message, USAGE),
        };
    }
    let tools = if args.names.is_empty() {
        registry.list_tools(Show::Enabled)
    } else {
        match find::tools(registry, &args.names) {
            Ok(tools) => tools,
            Err(code) => return code,
        }
    };
    if args.dialect.is_none() && !args.strict && !args.report {
        let shown: Vec<Value> = tools.iter().map(|tool| mcp(tool, level)).collect();
        return out::result(&list::pretty(&Value::Array(shown)));
    }
    let definitions: Vec<_> = tools.iter().map(|tool| definition::of(tool, level)).collect();
    print(&definitions, args, !(args.report && args.names.len() == 1))
}

/// The definitions of a file, and whether it held a list.
fn definitions(
    value: Value,
    name: &impl std::fmt::Display,
) -> Result<(Vec<Definition>, bool), String> {
    let wrong = |error: serde_json::Error| {
        format!(
            "{name} holds no tool: {error}; write {{\"name\", \"description\", \"parameters\"}}"
        )
    };
    if value.is_array() {
        return Ok((serde_json::from_value(value).map_err(wrong)?, true));
    }
    Ok((vec![serde_json::from_value(value).map_err(wrong)?], false))
}

/// Prints each in the form that was asked for; what cannot be sent at all is said.
fn print(definitions: &[Definition], args: &SchemaArgs, many: bool) -> u8 {
    let dialect = args.dialect.unwrap_or(Dialect::Mcp2025);
    let options = Options::new().strict(args.strict);
    let mut lowered: Vec<Lowered> = Vec::new();
    let mut refused = false;
    for definition in definitions {
        match lower(definition, dialect, &options) {
            Ok(one) => lowered.push(one),
            Err(error) => {
                refused = true;
                out::error(&format!("{dialect}: {error}"), FAILED);
            }
        }
    }
    if refused {
        return FAILED;
    }
    let shown: Vec<Value> = lowered
        .into_iter()
        .map(|one| {
            if args.report { serde_json::to_value(one).unwrap_or_default() } else { one.definition }
        })
        .collect();
    let shown = match (many, shown) {
        (false, mut one) => one.pop().unwrap_or_default(),
        (true, all) => Value::Array(all),
    };
    out::result(&list::pretty(&shown))
}

/// The definition of a tool as MCP 2025-11-25 has it
/// (<https://modelcontextprotocol.io/specification/2025-11-25/server/tools>).
fn mcp(tool: &Tool, level: SchemaLevel) -> Value {
    let shown = tool.definition(level);
    let mut map = Map::new();
    map.insert("name".into(), tool.name().into());
    if let Some(title) = &tool.metadata().title {
        map.insert("title".into(), title.as_ref().into());
    }
    map.insert("description".into(), shown.get("description").cloned().unwrap_or_default());
    map.insert("inputSchema".into(), tool.schema(level).clone());
    // MCP takes output schemas of objects only.
    if let Some(output) = tool.output_schema()
        && output.get("type").is_some_and(|kind| kind == "object")
    {
        map.insert("outputSchema".into(), output.clone());
    }
    map.insert("annotations".into(), Value::Object(definition::annotations(tool)));
    Value::Object(map)
}
