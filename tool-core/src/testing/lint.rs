use std::fmt;

use serde_json::Value;

use crate::registry::Show;
use crate::{Gate, Registry, SchemaLevel, Tool};

/// Something about a tool that works, and that a model or a person would do better without.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The tool.
    pub tool: String,
    /// Where it was written.
    pub origin: String,
    /// What is wrong, and what to do.
    pub advice: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ({}): {}", self.tool, self.origin, self.advice)
    }
}

/// The longest description, in characters: what OpenAI takes of a function's
/// (<https://platform.openai.com/docs/api-reference/chat/create>).
const LONGEST: usize = 1_024;

/// Looks at every tool of a registry, switched on or not.
///
/// It finds: undeclared access modes, parameters without a description, descriptions that are too
/// long or say less than the name, names that read alike, gates that cannot be seen to ask, edges
/// and examples that lead nowhere.
pub fn lint(registry: &Registry) -> Vec<Finding> {
    let tools = registry.list_tools(Show::All);
    let mut findings = Vec::new();
    for tool in &tools {
        let mut add = |advice: String| {
            findings.push(Finding {
                tool: tool.name().to_owned(),
                origin: tool.origin().to_string(),
                advice,
            });
        };
        description(tool, &mut add);
        parameters(tool, &mut add);
        metadata(tool, registry, &mut add);
    }
    findings.extend(alike(&tools));
    findings
}

fn description(tool: &Tool, add: &mut impl FnMut(String)) {
    let length = tool.description().chars().count();
    if length > LONGEST {
        add(format!("its description has {length} characters, and some providers take {LONGEST}"));
    }
    let words = |text: &str| -> Vec<String> {
        let split = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        split.map(str::to_lowercase).collect()
    };
    let name = words(tool.name());
    if words(tool.description()).iter().all(|word| name.contains(word)) {
        add("its description says no more than its name; say when to use it".to_owned());
    }
}

fn parameters(tool: &Tool, add: &mut impl FnMut(String)) {
    let schema = tool.schema(SchemaLevel::Full);
    let Some(Value::Object(properties)) = schema.get("properties") else { return };
    for (name, property) in properties {
        let described = property.get("description").and_then(Value::as_str);
        if described.is_none_or(|text| text.trim().is_empty()) {
            add(format!("parameter `{name}` has no description; write a `///` comment on it"));
        }
    }
    for (index, example) in tool.metadata().call_examples.iter().enumerate() {
        let report = tool.validate(example);
        if let Some(error) = report.errors.first() {
            add(format!("example call {} does not fit: {error}", index + 1));
        }
    }
}

fn metadata(tool: &Tool, registry: &Registry, add: &mut impl FnMut(String)) {
    let metadata = tool.metadata();
    if metadata.declared_access.is_none() {
        add("it declares no access mode, so it is treated as mixed; declare one".to_owned());
    }
    if metadata.gate == Some(Gate::SelfGated)
        && metadata.decision_access().requires_approval()
        && metadata.ungated_because.is_none()
    {
        add("its gate is `self`: make sure that it asks by itself".to_owned());
    }
    let edges =
        [&metadata.precedes, &metadata.follows, &metadata.alternatives, &metadata.complements];
    for name in edges.into_iter().flatten() {
        if registry.get(name).is_none() {
            add(format!("it names the tool `{name}`, which is not there"));
        }
    }
}

/// Tools whose names a model could take for one another.
fn alike(tools: &[Tool]) -> Vec<Finding> {
    let folded = |tool: &Tool| tool.name().to_lowercase().replace('_', "");
    let mut findings = Vec::new();
    for (index, tool) in tools.iter().enumerate() {
        let twin = tools.iter().take(index).find(|other| folded(other) == folded(tool));
        if let Some(twin) = twin {
            findings.push(Finding {
                tool: tool.name().to_owned(),
                origin: tool.origin().to_string(),
                advice: format!("its name reads like `{}` at {}", twin.name(), twin.origin()),
            });
        }
    }
    findings
}
