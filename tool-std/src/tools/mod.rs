//! The tools themselves: thin functions over what the other modules do.

mod apply_patch;
mod edit;
mod find_files;
mod grep;
mod list_dir;
mod read;
mod stat;
mod write;

pub use apply_patch::apply_patch;
pub use edit::edit;
pub use find_files::find_files;
pub use grep::grep;
pub use list_dir::list_dir;
pub use read::read;
pub use stat::stat;
pub use write::write;

use serde::Serialize;
use tool_core::{ToolError, ToolOutput};

/// Data for programs with text for the model.
fn told<T: Serialize>(data: &T, text: String) -> Result<ToolOutput, ToolError> {
    Ok(ToolOutput::data(data)?.with_text(text))
}
