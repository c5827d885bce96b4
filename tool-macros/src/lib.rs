//! `#[tool]`: a tool for LLM agents from one annotated function.
//!
//! Use it as `tool_core::tool`. The work goes in four steps, each in files of its own: what the
//! author wrote (`attr`, `doc`, `function`), the model that has every decision in it
//! (`model`), what contradicts itself (`check`), and the tokens (`expand`), which cannot fail.

#![forbid(unsafe_code)]

mod attr;
mod check;
mod ctxt;
mod doc;
mod expand;
mod function;
mod limits;
mod model;
mod params;
mod sets;
mod types;

use proc_macro::TokenStream;

#[allow(missing_docs, reason = "documented where tool-core exports it")]
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::tool(options.into(), item.into()).into()
}

#[allow(missing_docs, reason = "documented where tool-core exports it")]
#[proc_macro_attribute]
pub fn toolset(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::toolset(options.into(), item.into()).into()
}

/// What a crate declares for all its tools. Used by `tool_core::tool_crate!`.
#[doc(hidden)]
#[proc_macro]
pub fn crate_defaults(tokens: TokenStream) -> TokenStream {
    expand::crate_defaults(tokens.into()).into()
}
