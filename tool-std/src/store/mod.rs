//! Changing files so that nothing is lost: one writer a file, a check that nobody else changed
//! it, and new content that appears at once or not at all.

mod commit;
mod locks;
mod place;
mod scope;
mod seen;
mod sweep;
mod trash;

pub(crate) use commit::{Before, Staged, fresh_name, with_execution};
pub(crate) use place::{Place, make_parents, must_have_parent};
pub(crate) use scope::Scope;
pub use scope::WriteScope;
pub(crate) use seen::{Seen, Version};
pub(crate) use trash::Trash;
pub use trash::TrashDir;
