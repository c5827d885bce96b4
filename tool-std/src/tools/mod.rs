//! The tools themselves: thin functions over what the other modules do.

mod apply_patch;
#[cfg(feature = "code")]
mod code_metrics;
#[cfg(feature = "code")]
mod code_outline;
mod copy;
mod delete;
mod diff;
mod edit;
mod find_files;
mod grep;
mod list_dir;
#[cfg(feature = "keep")]
mod memory;
mod mkdir;
mod move_path;
#[cfg(feature = "keep")]
mod notes;
mod read;
mod read_many;
mod set_executable;
mod stat;
#[cfg(feature = "keep")]
mod todo;
mod tree;
mod write;

pub use apply_patch::apply_patch;
#[cfg(feature = "code")]
pub use code_metrics::code_metrics;
#[cfg(feature = "code")]
pub use code_outline::code_outline;
pub use copy::copy;
pub use delete::delete;
pub use diff::diff;
pub use edit::edit;
pub use find_files::find_files;
pub use grep::grep;
pub use list_dir::list_dir;
#[cfg(feature = "keep")]
pub use memory::{MemoryAction, memory};
pub use mkdir::mkdir;
pub use move_path::move_path;
#[cfg(feature = "keep")]
pub use notes::{NoteKind, NotesAction, notes};
pub use read::read;
pub use read_many::read_many;
pub use set_executable::set_executable;
pub use stat::stat;
#[cfg(feature = "keep")]
pub use todo::{TodoAction, todo};
pub use tree::tree;
pub use write::write;

use serde::Serialize;
use tool_core::{ToolError, ToolOutput};

/// Data for programs with text for the model.
fn told<T: Serialize>(data: &T, text: String) -> Result<ToolOutput, ToolError> {
    Ok(ToolOutput::data(data)?.with_text(text))
}
