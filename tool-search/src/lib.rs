//! Which tools suit a request.
//!
//! ```
//! use tool_search::{Document, Index};
//!
//! let mut index = Index::new();
//! index.insert(Document::new("find_files", "Find files whose path matches a glob."));
//! index.insert(Document::new("send_mail", "Sends a message to a person."));
//! let found = index.search("where are my files?", 5);
//! assert_eq!(found[0].name, "find_files");
//! ```
//!
//! The ranking is lexical: it needs no model and no network. Words are split where names join them
//! (`getHTTPStatus`, `find_files`), folded and stemmed; a word counts by how rare it is among the
//! tools and by where it stands (name before description before parameters). An [`Embedder`] of the
//! host can be joined to it: [`Index::search_with`] fuses both lists.

#![forbid(unsafe_code)]

mod compound;
mod document;
mod embed;
mod index;
mod score;
mod words;

pub use document::Document;
pub use embed::{EmbedError, Embedder};
pub use index::{Found, Index};
pub use score::Weights;
