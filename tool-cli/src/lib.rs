//! The `tool` command, for any registry.
//!
//! A program with tools of its own has the whole command in one line:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     tool_cli::main(tool_core::Registry::collect())
//! }
//! ```
//!
//! Results go to stdout, everything else to stderr. Only this crate reads the terminal.

#![forbid(unsafe_code)]

mod approve;
mod audit;
mod batch;
mod call;
mod check;
mod commands;
mod completions;
mod config;
mod definition;
mod entry;
mod exit;
mod find;
mod graph;
mod help;
mod host;
mod import;
mod info;
mod list;
mod meter;
mod out;
mod schema;
mod search;
mod select;
mod shape;
mod terminal;
mod text;
mod wait;

pub use entry::main;
pub use exit::code;
