//! Who may be strict, where that is limited over the whole request.

use crate::definition::Definition;
use crate::dialect::Dialect;
use crate::error::DialectError;
use crate::lower::{Lowered, Measure, lower, measure};
use crate::options::Options;
use crate::report::{Action, Loss};
use crate::rules::sources;

/// Claude's limits over all strict tools of a request
/// (<https://platform.claude.com/docs/en/build-with-claude/structured-outputs>).
const TOOLS: usize = 20;
const OPTIONAL: usize = 24;
const UNIONS: usize = 16;
/// Cohere's limit over all tools (<https://docs.cohere.com/docs/tool-use-parameter-types>).
const COHERE_FIELDS: usize = 200;

pub(super) fn lower_all(
    definitions: &[&Definition],
    dialect: Dialect,
    options: &Options,
    losses: &mut Vec<Loss>,
) -> Result<Vec<Lowered>, DialectError> {
    let tools = all(definitions, dialect, options)?;
    if !options.strict {
        return Ok(tools);
    }
    match dialect {
        Dialect::Anthropic | Dialect::Bedrock => {
            let tools = fewer_unions(definitions, dialect, options, tools, losses)?;
            claude(definitions, dialect, options, tools, losses)
        }
        Dialect::Cohere | Dialect::DeepSeek => {
            all_or_none(definitions, dialect, options, tools, losses)
        }
        _ => Ok(tools),
    }
}

fn all(
    definitions: &[&Definition],
    dialect: Dialect,
    options: &Options,
) -> Result<Vec<Lowered>, DialectError> {
    definitions.iter().map(|definition| lower(definition, dialect, options)).collect()
}

fn size(tool: &Lowered) -> Measure {
    tool.parameters.as_ref().and_then(|schema| schema.as_object()).map(measure).unwrap_or_default()
}

/// Where the unions do not suffice, optional parameters give up their `null`, which means no more
/// than their absence does.
fn fewer_unions(
    definitions: &[&Definition],
    dialect: Dialect,
    options: &Options,
    tools: Vec<Lowered>,
    losses: &mut Vec<Loss>,
) -> Result<Vec<Lowered>, DialectError> {
    let strict = || tools.iter().filter(|tool| tool.strict);
    let unions: usize = strict().map(|tool| size(tool).unions).sum();
    if unions <= UNIONS {
        return Ok(tools);
    }
    losses.push(Loss::new(
        "tools",
        Action::Rewritten,
        format!("{unions} unions, of {UNIONS} allowed: optional parameters give up their null"),
        sources::ANTHROPIC_STRICT,
    ));
    all(definitions, dialect, &options.drop_optional_null(true))
}

/// First come, first served; what does not fit is passed over for what does.
fn claude(
    definitions: &[&Definition],
    dialect: Dialect,
    options: &Options,
    tools: Vec<Lowered>,
    losses: &mut Vec<Loss>,
) -> Result<Vec<Lowered>, DialectError> {
    let (mut count, mut optional, mut unions) = (0, 0, 0);
    let mut out = Vec::with_capacity(tools.len());
    for (tool, definition) in tools.into_iter().zip(definitions) {
        if !tool.strict {
            out.push(tool);
            continue;
        }
        let size = size(&tool);
        let over = if count + 1 > TOOLS {
            Some(format!("{TOOLS} strict tools"))
        } else if optional + size.optional > OPTIONAL {
            Some(format!("{OPTIONAL} optional parameters"))
        } else if unions + size.unions > UNIONS {
            Some(format!("{UNIONS} parameters with union types"))
        } else {
            None
        };
        let Some(limit) = over else {
            count += 1;
            optional += size.optional;
            unions += size.unions;
            out.push(tool);
            continue;
        };
        let reason =
            format!("the request's {limit} are used up by the tools before `{}`", tool.name);
        let loss = Loss::new(
            format!("tools/{}", tool.name),
            Action::NonStrict,
            reason,
            sources::ANTHROPIC_STRICT,
        );
        losses.push(loss.clone());
        let mut plain = lower(definition, dialect, &options.strict(false))?;
        plain.losses.insert(0, loss);
        out.push(plain);
    }
    Ok(out)
}

/// Strictness is a property of the request: every tool, or none.
fn all_or_none(
    definitions: &[&Definition],
    dialect: Dialect,
    options: &Options,
    tools: Vec<Lowered>,
    losses: &mut Vec<Loss>,
) -> Result<Vec<Lowered>, DialectError> {
    let (path, source) = match dialect {
        Dialect::Cohere => ("strict_tools", sources::COHERE),
        _ => ("strict", sources::DEEPSEEK),
    };
    let fields: usize = tools.iter().map(|tool| size(tool).properties).sum();
    let first = tools.iter().find(|tool| !tool.strict);
    let reason = match first {
        Some(tool) => format!("`{}` cannot be strict, and all tools must be or none", tool.name),
        None if dialect == Dialect::Cohere && fields > COHERE_FIELDS => {
            format!("{fields} fields over all tools; at most {COHERE_FIELDS} can be strict")
        }
        None => return Ok(tools),
    };
    losses.push(Loss::new(path, Action::NonStrict, reason, source));
    let mut plain = all(definitions, dialect, &options.strict(false))?;
    for (plain, strict) in plain.iter_mut().zip(tools) {
        let why = strict.losses.into_iter().filter(|loss| loss.action == Action::NonStrict);
        plain.losses.splice(0..0, why);
    }
    Ok(plain)
}
