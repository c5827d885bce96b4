//! One definition to each provider's form, and each provider's call back to ours.
//!
//! ```
//! use serde_json::json;
//! use tool_dialects::{Definition, Dialect, RequestOptions, lower_request, parse_response};
//!
//! let tools = [Definition::new("find", "Find files.", json!({
//!     "type": "object",
//!     "properties": { "pattern": { "type": "string" } },
//!     "required": ["pattern"],
//! }))];
//! let request = lower_request(&tools, Dialect::OpenAi, &RequestOptions::new())?;
//! assert_eq!(request.body["tools"][0]["function"]["name"], "find");
//!
//! // The body goes to the provider; this comes back.
//! let response = json!({ "choices": [{ "message": { "tool_calls": [
//!     { "id": "call_1", "function": { "name": "find", "arguments": "{'pattern': '*.rs'}" } },
//! ] } }] });
//! for call in parse_response(Dialect::OpenAi, &response) {
//!     assert_eq!(request.restore(&call), Ok(json!({ "pattern": "*.rs" })));
//! }
//! # Ok::<(), tool_dialects::DialectError>(())
//! ```
//!
//! Pure functions: no network, no provider's SDK. The parts, in the order of a turn:
//!
//! - [`lower`] and [`lower_request`] write definitions. A schema is read into typed nodes and
//!   written by each dialect's allow-list ([`rules`]), never rewritten as JSON. The report
//!   ([`Loss`]) says what a form could not carry.
//! - [`parse_response`] and [`StreamAssembler`] read calls; [`repair_arguments`] puts punctuation
//!   right that models break. A broken call is an entry with an error, never lost.
//! - [`Lowered::restore`] undoes what the dialect changed. Decode with the original type
//!   afterwards: every dialect drops some constraints.
//! - [`render_results`] writes results, and [`import`] reads definitions of other projects.
//!
//! Invariants: a keyword that is not in a dialect's table is never written; the same definition
//! gives the same bytes, in declared order; nothing outside a schema is fetched; nothing panics on
//! what comes from outside, and the work is bounded.
#![forbid(unsafe_code)]

mod calls;
mod definition;
mod dialect;
mod error;
mod import;
mod lower;
mod options;
mod repair;
mod report;
mod request;
mod restore;
mod results;
mod rules;
mod schema;

pub use calls::{ParsedCall, StreamAssembler, parse_response};
pub use definition::Definition;
pub use dialect::{Dialect, UnknownDialect};
pub use error::DialectError;
pub use import::{ImportError, import};
pub use lower::{Lowered, lower};
pub use options::Options;
pub use repair::{ArgumentError, Repair, repair_arguments};
pub use report::{Action, Loss};
pub use request::{LoweredRequest, RequestOptions, ToolChoice, lower_request};
pub use results::{CallResult, Content, IdMap, Rendered, render_results};
pub use rules::{Rule, rules, rules_markdown};
