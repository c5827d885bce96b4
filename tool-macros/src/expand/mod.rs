//! From the model to tokens. Nothing here can fail.

mod call;
mod item;
mod table;
mod toolset;

pub(crate) use item::is_tool;
pub(crate) use toolset::{crate_defaults, toolset};

use crate::attr::ToolOptions;
use crate::ctxt::Ctxt;
use crate::function::{self, Function};
use crate::model::Tool;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// Expands `#[tool(options)] item`.
pub(crate) fn tool(options: TokenStream, tokens: TokenStream) -> TokenStream {
    let function = match syn::parse2::<Function>(tokens.clone()) {
        Ok(function) => function,
        Err(error) => return item::not_a_function(&error, tokens),
    };
    let ctxt = Ctxt::new();
    let options = ToolOptions::parse(&ctxt, options);
    let tool = function::model(&ctxt, &options, &function.attrs, &function.sig, None);
    let kept = item::stripped(function);
    match ctxt.finish() {
        // The function stays, so that the rest of the crate, and the IDE, keep it.
        Some(errors) => quote!(#kept #errors),
        None => {
            let made = registration(&tool);
            quote!(#kept #made)
        }
    }
}

/// What stands beside a function: its table and call, collected, and a guard against a second
/// tool of its name.
fn registration(tool: &Tool) -> TokenStream {
    let (cfgs, core, private, quiet) = (&tool.cfgs, &tool.core, &tool.private, quiet());
    let definition = definition(tool);
    let guards = guards(tool);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #quiet
        const _: () = {
            use #core as #private;
            #definition
            #guards
            #private::inventory::submit! { #private::Registered(&__DEF) }
        };
    }
}

/// The call function and the table, as items.
fn definition(tool: &Tool) -> TokenStream {
    let private = &tool.private;
    let call = call::function(tool);
    let table = table::definition(tool);
    let checks = table::checks(tool);
    quote! {
        #call
        #checks
        static __DEF: #private::ToolDef = #table;
    }
}

/// Generated code is nobody's to lint.
fn quiet() -> TokenStream {
    quote! {
        #[allow(
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction,
            non_local_definitions, unused_qualifications, unused_macros, deprecated
        )]
    }
}

/// A macro of the tool's name, and of each alias. A second tool of the name in the crate is E0428
/// at `cargo check`, which shows both places; nothing else tells before the program runs.
fn guards(tool: &Tool) -> TokenStream {
    let aliases = tool.aliases.iter().map(|alias| (&alias.value, alias.span));
    std::iter::once((&tool.name, tool.name_span))
        .chain(aliases)
        .map(|(name, span)| {
            let span = Span::call_site().located_at(span);
            let name = format_ident!("tool_named_{name}", span = span);
            quote_spanned! {span=>
                #[doc(hidden)]
                #[macro_export]
                macro_rules! #name { () => {}; }
            }
        })
        .collect()
}
