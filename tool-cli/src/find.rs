//! Which tool a person means.

use tool_core::{Registry, Status, Tool, ToolResult};

use crate::{exit, out};

/// The tool with a name, an alias, or either after its namespace.
pub(crate) fn tool(registry: &Registry, name: &str) -> Option<Tool> {
    registry.get(name).or_else(|| {
        let (namespace, last) = name.rsplit_once('.')?;
        let own = |tool: &Tool| tool.metadata().namespace.as_deref() == Some(namespace);
        registry.get(last).filter(own)
    })
}

/// The result of a call of no tool: it names what is near, never all there is.
pub(crate) fn unknown(registry: &Registry, name: &str) -> ToolResult {
    let near = match name.rsplit_once('.') {
        // The namespace may be the wrong part.
        Some((_, last)) => {
            let own = registry.get(last).map(|tool| vec![tool.name().to_owned()]);
            let near = own.unwrap_or_else(|| registry.suggest(last));
            near.iter().map(|name| qualified(registry, name)).collect()
        }
        None => registry.suggest(name),
    };
    let hint = match near.as_slice() {
        [] => "`tool list` shows the tools that there are.".to_owned(),
        near => format!("Did you mean `{}`?", near.join("`, `")),
    };
    let short: String = name.chars().take(80).collect();
    let message = format!("there is no tool `{short}`");
    ToolResult::failed(Status::UnknownTool, message).with_hint(hint)
}

fn qualified(registry: &Registry, name: &str) -> String {
    registry.get(name).map_or_else(|| name.to_owned(), |tool| tool.qualified_name().into_owned())
}

/// The tools of these names; every unknown one is said, and the exit code given.
pub(crate) fn tools(registry: &Registry, names: &[String]) -> Result<Vec<Tool>, u8> {
    let mut found = Vec::new();
    let mut missing = false;
    for name in names {
        match tool(registry, name) {
            Some(tool) => found.push(tool),
            None => {
                out::note(&unknown(registry, name).to_text());
                missing = true;
            }
        }
    }
    if missing { Err(exit::NO_TOOL) } else { Ok(found) }
}
