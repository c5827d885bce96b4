//! Stage 5: from what was sent to what the tool takes.

use std::sync::Arc;

use serde_json::Value;

use super::contain;
use super::flow::RawRef;
use super::flow::{Ended, Flow};
use super::host::Host;
use crate::args::{Source, Undecoded};
use crate::{ArgumentReport, Status, ToolResult};

/// Decodes the arguments; the running that comes of it has not begun.
pub(super) fn stage(flow: &mut Flow<'_>) -> Result<(), Ended> {
    let tool = flow.tool()?.clone();
    if flow.ctx.is_none() {
        let host = Host::new(flow.session.clone(), tool.clone(), flow.parent.as_ref());
        let (id, name) = (Arc::clone(&flow.id), tool.shared_name());
        let ctx = flow.session.context().for_call(id, name, Arc::new(host));
        flow.ctx = Some(ctx);
    }
    let Some(ctx) = flow.ctx.clone() else { return Ok(()) };
    let mut source = match flow.raw() {
        RawRef::Text(text) => Source::text(text),
        RawRef::Value(value) => Source::borrowed(value),
    }
    .with_form(flow.call.form())
    .with_policy(flow.session.engine().arguments);
    let prepared = contain::sync(|| tool.prepare(&ctx, &mut source))
        .map_err(|panicked| Ended::new(*panicked))?;
    let repairs = source.take_repairs();
    drop(source);
    flow.is_exact = repairs.is_empty() && tool.decodes_by_type();
    if !repairs.is_empty() {
        let listed = repairs.iter().map(crate::Repair::to_value).collect();
        flow.note("repairs", Value::Array(listed));
    }
    match prepared {
        Ok(running) => {
            flow.set_running(Some(running));
            Ok(())
        }
        Err(Undecoded(report)) => Err(Ended::new(invalid_arguments(tool.name(), &report))),
    }
}

pub(crate) fn invalid_arguments(tool: &str, report: &ArgumentReport) -> ToolResult {
    ToolResult::failed(Status::InvalidArguments, report.to_text(tool))
}
