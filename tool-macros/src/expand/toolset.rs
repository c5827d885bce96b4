//! `#[toolset] impl`: the methods of a type as tools; and what a whole crate declares for its.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ImplItem, ImplItemFn, ItemImpl, Meta, Type};

use super::item::{is_tool, strip_method};
use super::{definition, guards, quiet, table};
use crate::attr::{self, ToolOptions};
use crate::ctxt::Ctxt;
use crate::function;
use crate::model::Tool;

/// Expands `#[toolset(options)] impl Type { … }`.
pub(crate) fn toolset(options: TokenStream, tokens: TokenStream) -> TokenStream {
    let mut block = match syn::parse2::<ItemImpl>(tokens.clone()) {
        Ok(block) => block,
        Err(error) => {
            let error = syn::Error::new(error.span(), "`#[toolset]` stands on an `impl` block");
            let error = error.to_compile_error();
            return quote!(#tokens #error);
        }
    };
    let ctxt = Ctxt::new();
    check_block(&ctxt, &block);
    let shared = attr::set_options(&ctxt, options);
    let owner = (*block.self_ty).clone();
    let mut tools = Vec::new();
    for item in &mut block.items {
        let ImplItem::Fn(method) = item else { continue };
        if method.attrs.iter().any(is_tool) {
            tools.push(method_tool(&ctxt, method, &owner, &shared));
            strip_method(method);
        }
    }
    if tools.is_empty() {
        ctxt.at(&block.self_ty, "this set has no tools; put `#[tool]` on its methods");
    }
    match ctxt.finish() {
        Some(errors) => quote!(#block #errors),
        None => {
            let made = implementation(&owner, &tools);
            quote!(#block #made)
        }
    }
}

fn check_block(ctxt: &Ctxt, block: &ItemImpl) {
    if !block.generics.params.is_empty() {
        ctxt.at(
            &block.generics,
            "a toolset is of one type, for its tools have one schema; name the type: \
             `impl Set<Concrete>`",
        );
    }
    if let Some(token) =
        block.trait_.as_ref().and_then(|(path, ..)| path.to_token_stream().into_iter().next())
    {
        ctxt.at(
            token,
            "the methods of a trait are no tools; put `#[toolset]` on an `impl` of the type itself",
        );
    }
}

fn method_tool(
    ctxt: &Ctxt,
    method: &ImplItemFn,
    owner: &Type,
    shared: &[darling::ast::NestedMeta],
) -> Tool {
    let mut own = Vec::new();
    for attribute in method.attrs.iter().filter(|attribute| is_tool(attribute)) {
        match &attribute.meta {
            Meta::List(list) => own.extend(attr::list(ctxt, list.tokens.clone())),
            Meta::Path(_) => {}
            Meta::NameValue(pair) => ctxt.at(pair, "write the options in parentheses: #[tool(…)]"),
        }
    }
    let options = ToolOptions::with_defaults(ctxt, own, shared);
    // With `Self` spelt out: what is made of it stands outside the block. Nothing else changes, so
    // it parses again.
    let spelt = spell_self(method.sig.to_token_stream(), owner);
    let signature = syn::parse2(spelt).unwrap_or_else(|_| method.sig.clone());
    function::model(ctxt, &options, &method.attrs, &signature, Some(owner))
}

/// Tokens with the type in place of `Self`.
fn spell_self(tokens: TokenStream, owner: &Type) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                // At the place of `Self`, where the author looks.
                let spelt = owner.to_token_stream().into_iter();
                spelt.map(|token| at(token, ident.span())).collect::<Vec<_>>()
            }
            TokenTree::Group(group) => {
                let inner = spell_self(group.stream(), owner);
                let mut made = proc_macro2::Group::new(group.delimiter(), inner);
                made.set_span(group.span());
                vec![TokenTree::Group(made)]
            }
            other => vec![other],
        })
        .collect()
}

fn at(mut token: TokenTree, span: Span) -> TokenTree {
    token.set_span(span);
    token
}

fn implementation(owner: &Type, tools: &[Tool]) -> TokenStream {
    let Some(first) = tools.first() else { return TokenStream::new() };
    let (core, quiet) = (&first.core, quiet());
    let pushes = tools.iter().map(|tool| {
        let cfgs = &tool.cfgs;
        let (core, private) = (&tool.core, &tool.private);
        let (definition, guards) = (definition(tool), guards(tool));
        quote! {
            #(#cfgs)*
            __all.push({
                use #core as #private;
                #definition
                #guards
                &__DEF
            });
        }
    });
    quote! {
        #[doc(hidden)]
        #quiet
        impl #core::Toolset for #owner {
            fn definitions() -> ::std::vec::Vec<&'static #core::ToolDef> {
                let mut __all = ::std::vec::Vec::new();
                #(#pushes)*
                __all
            }
        }
    }
}

/// Expands `crate_defaults! { core; options }`.
pub(crate) fn crate_defaults(tokens: TokenStream) -> TokenStream {
    let ctxt = Ctxt::new();
    let mut core = TokenStream::new();
    let mut rest = tokens.into_iter();
    for token in rest.by_ref() {
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ';') {
            break;
        }
        core.extend([token]);
    }
    let private = quote!(#core::__private);
    let shared = attr::crate_options(&ctxt, rest.collect());
    let options = ToolOptions::with_defaults(&ctxt, Vec::new(), &shared);
    let metadata = function::metadata(&ctxt, &options);
    match ctxt.finish() {
        Some(errors) => errors,
        None => {
            let table = table::metadata(&private, &metadata);
            quote! {
                #private::inventory::submit! {
                    #private::CrateDefaults { module: ::core::module_path!(), table: #table }
                }
            }
        }
    }
}
