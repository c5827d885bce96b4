//! Stage 21: tools that are of use after this one, as edges say.

use super::flow::Flow;
use super::sync::lock;
use crate::{Tool, ToolResult};

/// Adds a block that names tools which this caller may call now: what follows a good call, and
/// what can take the place of a failed one. Each is named once a session.
pub(super) fn stage(flow: &mut Flow<'_>) {
    let Some(tool) = flow.tool.clone() else { return };
    if flow.parent.is_some() || !flow.session.engine().suggestions {
        return;
    }
    let Some(success) = flow.result.as_ref().map(|result| result.success) else { return };
    let mut next = if success { after(flow, &tool) } else { Vec::new() };
    if !success {
        next.extend(named(flow, &tool.metadata().alternatives));
    }
    {
        let mut made = lock(&flow.session.state().suggested);
        next.retain(|name| made.insert(name.clone()));
    }
    let Some(result) = &mut flow.result else { return };
    if !next.is_empty() {
        add(result, success, next);
    }
}

fn add(result: &mut ToolResult, success: bool, next: Vec<String>) {
    let listed: Vec<String> = next.iter().map(|name| format!("`{name}`")).collect();
    let listed = listed.join(", ");
    result.notes.push(if success {
        format!("Often useful next: {listed}")
    } else {
        format!("Another way: {listed}")
    });
    result.metadata.insert("suggestions".to_owned(), next.into());
}

/// The tools that this one precedes, by its own word or by theirs.
fn after(flow: &Flow<'_>, tool: &Tool) -> Vec<String> {
    let tools = flow.session.executor_registry().snapshot();
    let next = tools.next(tool.name()).iter();
    next.filter(|name| flow.session.may_use(name).is_ok()).cloned().collect()
}

fn named(flow: &Flow<'_>, names: &[std::borrow::Cow<'static, str>]) -> Vec<String> {
    let usable = |name: &std::borrow::Cow<'static, str>| {
        let tool = flow.session.executor_registry().get(name)?;
        flow.session.may_use(tool.name()).ok()?;
        Some(tool.name().to_owned())
    };
    names.iter().filter_map(usable).collect()
}
