//! Stage 5: from what was sent to what the tool takes.

use serde_json::Value;

use super::contain;
use super::pipeline::{Ended, Flow};
use crate::args::{Parsed, Source, Undecoded, parse};
use crate::tool::ToolFuture;
use crate::{ArgumentReport, Arguments, RawArguments, Status, Tool, ToolContext, ToolResult};

/// Decodes the arguments; the running that comes of it has not begun.
pub(super) fn stage(
    flow: &mut Flow<'_>,
    tool: &Tool,
    ctx: &ToolContext,
) -> Result<ToolFuture, Ended> {
    let policy = flow.executor.argument_policy();
    let mut source = match &flow.call.arguments {
        RawArguments::Text(text) => Source::text(text),
        RawArguments::Value(value) => Source::borrowed(value),
    }
    .with_policy(policy);
    let prepared = contain::sync(|| tool.prepare(ctx, &mut source))
        .map_err(|panicked| Ended::new(*panicked))?;
    let repairs = source.take_repairs();
    if !repairs.is_empty() {
        let listed = repairs.iter().map(crate::Repair::to_value).collect();
        flow.notes.insert("repairs".to_owned(), Value::Array(listed));
    }
    prepared.map_err(|Undecoded(report)| Ended::new(invalid_arguments(tool.name(), &report)))
}

/// The arguments in canonical form, for a stage that asks.
pub(super) fn canonical(flow: &Flow<'_>, tool: &Tool) -> Result<Arguments, Ended> {
    let parsed = match &flow.call.arguments {
        RawArguments::Text(text) => parse(text),
        RawArguments::Value(value) => Parsed::from(value.clone()),
    };
    let checked = tool.canonical(parsed, flow.executor.argument_policy());
    if checked.report.valid {
        Ok(Arguments::new(checked.arguments))
    } else {
        Err(Ended::new(invalid_arguments(tool.name(), &checked.report)))
    }
}

pub(crate) fn invalid_arguments(tool: &str, report: &ArgumentReport) -> ToolResult {
    ToolResult::failed(Status::InvalidArguments, report.to_text(tool))
}
