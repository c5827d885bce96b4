//! `#[tool]`.
use proc_macro::TokenStream;

/// Makes a tool.
#[proc_macro_attribute]
pub fn tool(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}
