//~ 13:37

use std::sync::Arc;

use tool_core::tool;

trait Store: Send + Sync {
    fn size(&self) -> usize;
}

/// Counts.
#[tool(access_mode = "readonly")]
async fn count(#[inject] store: Arc<dyn Store>) -> usize {
    store.size()
}

fn main() {}
