//! Stage 3: whether the tool can be used now.

use super::flow::Ended;
use crate::{Status, Tool, ToolResult};

pub(super) async fn stage(tool: &Tool) -> Result<(), Ended> {
    tool.available().await.map_err(|reason| {
        Ended::new(ToolResult::failed(
            Status::Unavailable,
            format!("`{}` cannot be used now: {reason}", tool.name()),
        ))
    })
}
