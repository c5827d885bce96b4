//! The annotated function, as an ordinary function.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, FnArg};

use crate::attr::{is_conditional, is_inject, is_param};
use crate::doc::is_doc;
use crate::function::Function;

/// The function without what only `#[tool]` understands.
pub(crate) fn stripped(mut function: Function) -> TokenStream {
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(typed) = input {
            // A doc comment on a parameter is an error of rustc.
            typed.attrs.retain(|attribute| !is_ours(attribute));
        }
    }
    function.into_token_stream()
}

fn is_ours(attribute: &Attribute) -> bool {
    is_param(attribute) || is_inject(attribute) || is_doc(attribute) || is_conditional(attribute)
}

/// The method without what only `#[toolset]` understands, `#[tool]` itself included: within a set
/// it is part of the set and needs no import.
pub(crate) fn strip_method(method: &mut syn::ImplItemFn) {
    method.attrs.retain(|attribute| !is_tool(attribute));
    for input in &mut method.sig.inputs {
        if let FnArg::Typed(typed) = input {
            typed.attrs.retain(|attribute| !is_ours(attribute));
        }
    }
}

/// `#[tool]`, under any path.
pub(crate) fn is_tool(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "tool")
}

/// `#[tool]` on something else.
pub(crate) fn not_a_function(error: &syn::Error, tokens: TokenStream) -> TokenStream {
    let error = match after_attributes.parse2(tokens.clone()) {
        Ok(first) => syn::Error::new_spanned(first, "`#[tool]` stands on a function"),
        Err(_) => error.clone(),
    }
    .to_compile_error();
    quote!(#tokens #error)
}

/// The first token of an item.
fn after_attributes(input: ParseStream<'_>) -> syn::Result<TokenTree> {
    input.call(Attribute::parse_outer)?;
    let first = input.parse()?;
    input.parse::<TokenStream>()?;
    Ok(first)
}
