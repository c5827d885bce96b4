//! Changing files so that nothing is lost: one writer a file, a check that nobody else changed
//! it, and new content that appears at once or not at all.

mod commit;
mod locks;
mod place;
mod seen;
mod sweep;

pub(crate) use commit::{Before, Staged};
pub(crate) use place::{Place, make_parents, must_have_parent};
pub(crate) use seen::{Seen, Version};
