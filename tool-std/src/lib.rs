//! The tools that ship.
//!
//! ```
//! use tool_core::{Executor, Registry, serde_json::json};
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! tool_std::link();
//! let executor = Executor::builder(Registry::collect().unwrap())
//!     .root(".")
//!     .suggestions(false)
//!     .build()
//!     .unwrap();
//! let found = executor.call("find_files", json!({"pattern": "lib.rs"})).await;
//! assert_eq!(found.to_text(), "src/lib.rs");
//! # });
//! ```
//!
//! | tool | for |
//! |---|---|
//! | [`read`] | lines of a text file, a picture, a PDF document |
//! | [`read_many`] | the first lines of several files |
//! | [`list_dir`] | what a directory holds |
//! | [`tree`] | the shape of a directory, some levels deep |
//! | [`find_files`] | files by name |
//! | [`grep`] | files by content |
//! | [`stat`] | size, type, date of a file |
//! | [`diff`] | how two files differ |
//! | [`write()`] | a new file, or all of one that was read |
//! | [`edit`] | exact text in a file, replaced |
//! | [`apply_patch`] | a patch of several files, all or none |
//! | [`mkdir`] | a new directory |
//! | [`move`](move_path) | another place or name for a file |
//! | [`copy`] | a copy of a file or directory |
//! | [`delete`] | a file or directory to the trash |
//! | [`set_executable`] | permission to run a file |
//! | `code_metrics` | lines by kind and complexity (feature `code`) |
//! | `code_outline` | the symbols of a source file (feature `code`) |
//! | `notes`, `todo`, `memory` | what is kept between sessions (feature `keep`) |
//!
//! # Where they may work
//!
//! Every tool here reaches files only below the roots of its
//! [`ToolContext`](tool_core::ToolContext). Paths are walked name by name on handles of open
//! directories, and no link is followed by the kernel: whatever changes on disk in the
//! meantime, the walk ends inside a root, or it fails. Symbolic links work where they lead to
//! something inside a root. Process file systems (`/proc`), pipes, sockets and devices are
//! never opened.
//!
//! Relative paths start at the first root. An absolute path is accepted if it is spelt as one
//! inside a root. Results show paths below the first root relative to it, so that they can be
//! sent back.
//!
//! The one thing read outside the roots: ignore files of the directories above a root
//! (`.gitignore` and its kin), since the rules of a repository hold in its subdirectories too.
//! Nothing of them is shown.
//!
//! # What they take
//!
//! Memory of a call is bounded, whatever it is given: `read` holds some hundred kilobytes however
//! large the file; `grep` at most 64 MiB for one line and 1 MiB of results, for each of at most
//! 8 threads; `diff` files up to 32 MiB, `edit` and `apply_patch` up to 64 MiB, `code_metrics` up
//! to 4 MiB each. What is larger is refused in words.
//!
//! The crate works on Unix systems.

#![forbid(unsafe_code)]

mod arrange;
#[cfg(feature = "code")]
mod code;
mod codec;
mod confine;
mod diff;
mod difference;
mod edit;
mod find;
mod grep;
#[cfg(feature = "keep")]
mod keep;
mod list;
mod patch;
mod read;
mod stat;
mod store;
mod text;
mod time;
mod tools;
mod tree;
mod walk;
mod write;

pub use arrange::{ArrangeReport, Counts};
#[cfg(feature = "code")]
pub use code::{
    CodeLines, FileMetrics, FunctionMetrics, FunctionPlace, MetricsReport, OutlineReport, Symbol,
};
pub use confine::Kind;
pub use diff::DiffReport;
pub use edit::{Edit, EditReport};
pub use find::{FindKind, FoundFile, FoundFiles, More};
pub use grep::{Case, FileMatches, GrepMode, GrepReport, MatchLine};
#[cfg(feature = "keep")]
pub use keep::{Kept, KeptItem, StoreFile};
pub use list::{ListEntry, Listing};
pub use patch::{PatchReport, PatchedFile, PatchedHow};
pub use read::{ReadManyReport, ReadPart, ReadReport};
pub use stat::StatReport;
pub use store::{TrashDir, WriteScope};
#[cfg(feature = "keep")]
pub use tools::{MemoryAction, NoteKind, NotesAction, TodoAction, memory, notes, todo};
pub use tools::{
    apply_patch, copy, delete, diff, edit, find_files, grep, list_dir, mkdir, move_path, read,
    read_many, set_executable, stat, tree, write,
};
#[cfg(feature = "code")]
pub use tools::{code_metrics, code_outline};
pub use tree::{TreeEntry, TreeReport};
pub use walk::SkippedReport;
pub use write::WriteReport;

tool_core::tool_crate!();
