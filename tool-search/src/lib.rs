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
//!
//! [`Selector`] chooses what an agent is shown for a request, under an allow list, a mode and a
//! budget, and says of every tool why it is in or out. [`loading_tools`] are the tools by which an
//! agent brings in what is deferred.

#![forbid(unsafe_code)]

mod budget;
mod compound;
mod document;
mod embed;
mod index;
mod score;
mod selector;
mod tools;
mod trace;
mod words;

pub use document::Document;
pub use embed::{EmbedError, Embedder};
pub use index::{Found, Index};
pub use score::Weights;
pub use selector::{Preferences, Request, Selector};
pub use tools::loading_tools;
pub use trace::{Rule, Selection, Verdict};
