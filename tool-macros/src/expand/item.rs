//! The annotated function, as an ordinary function.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, ItemFn};

use crate::attr::{is_inject, is_param};
use crate::doc::is_doc;

/// The function without what only `#[tool]` understands.
pub(crate) fn stripped(mut function: ItemFn) -> TokenStream {
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(typed) = input {
            // A doc comment on a parameter is an error of rustc.
            typed.attrs.retain(|a| !is_param(a) && !is_inject(a) && !is_doc(a));
        }
    }
    function.into_token_stream()
}

/// `#[tool]` on something else.
pub(crate) fn not_a_function(error: &syn::Error, tokens: TokenStream) -> TokenStream {
    let error = match syn::parse2::<syn::Item>(tokens.clone()) {
        Ok(item) => syn::Error::new_spanned(first_token(&item), "`#[tool]` stands on a function"),
        Err(_) => error.clone(),
    }
    .to_compile_error();
    quote!(#tokens #error)
}

fn first_token(item: &syn::Item) -> TokenStream {
    item.to_token_stream().into_iter().take(1).collect()
}
