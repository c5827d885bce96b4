//! What is kept between sessions: notes, tasks, facts, in one SQLite file of the user's.

mod db;
mod item;

pub use db::StoreFile;
pub(crate) use db::{Change, Keeper};
pub(crate) use item::Shelf;
pub use item::{Kept, KeptItem};
