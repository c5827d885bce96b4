//! From an annotated function to the model of its tool.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, TokenStreamExt, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::token::Brace;
use syn::{Attribute, ReturnType, Signature, Type, Visibility};

use crate::attr::ToolOptions;
use crate::check;
use crate::ctxt::Ctxt;
use crate::doc::{self, Doc};
use crate::model::{Metadata, Tool};
use crate::params;
use crate::types::{borrowed, impl_trait};

/// A function whose body nobody looks into: it is handed on as it is, unparsed.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: TokenStream,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let (vis, sig) = (input.parse()?, input.parse()?);
        if !input.peek(Brace) {
            return Err(input.error("a tool has a body"));
        }
        Ok(Function { attrs, vis, sig, body: input.parse()? })
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.vis.to_tokens(tokens);
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

/// Reads a function with its options; every fault is collected.
pub(crate) fn model(
    ctxt: &Ctxt,
    options: &ToolOptions,
    attributes: &[Attribute],
    signature: &Signature,
    owner: Option<&Type>,
) -> Tool {
    let private = quote!(__p);
    check::signature(ctxt, signature);
    check::once(ctxt, attributes, owner.is_some());
    let doc = doc::parse(ctxt, attributes);
    check::doc(ctxt, &doc, signature);
    let params = params::parse(ctxt, signature, &doc, &private, owner);
    check::params(ctxt, &params, signature);
    let (name, name_span) = match &options.name {
        Some(name) => (name.value.clone(), name.span),
        None => (signature.ident.unraw().to_string(), signature.ident.span()),
    };
    check::names(ctxt, &name, name_span, options);
    let metadata = metadata(ctxt, options);
    check::gate(ctxt, options);
    check::progress(ctxt, options, &params);
    check::call_examples(ctxt, options, &params);
    check::running(ctxt, options, signature);
    let (output, output_span) = output(ctxt, &signature.output, signature.ident.span());
    Tool {
        core: private_path(options),
        private,
        function: signature.ident.clone(),
        owner: owner.cloned(),
        is_async: signature.asyncness.is_some(),
        inline: options.inline.0,
        output,
        output_span,
        cfgs: params::cfgs(attributes),
        description: description(ctxt, doc, signature),
        name,
        name_span,
        aliases: options.aliases.0.clone(),
        params,
        metadata,
        availability: options.availability_path().cloned(),
        effective_access: options.effective_access.clone(),
        fingerprint: options.fingerprint.clone(),
    }
}

fn private_path(options: &ToolOptions) -> TokenStream {
    match &options.krate {
        Some(path) => {
            let path = &path.0;
            quote!(#path::__private)
        }
        None => quote!(::tool_core::__private),
    }
}

fn description(ctxt: &Ctxt, doc: Doc, signature: &Signature) -> String {
    if doc.description.is_empty() && !doc.hidden {
        ctxt.at(
            &signature.ident,
            format!(
                "the tool `{}` has no description; write what it does, for the model, in a `///` \
                 comment above it",
                signature.ident
            ),
        );
    }
    doc.description
}

fn output(ctxt: &Ctxt, output: &ReturnType, at: Span) -> (Type, Span) {
    match output {
        ReturnType::Default => (syn::parse_quote!(()), at),
        ReturnType::Type(_, ty) => {
            if let Some(hidden) = impl_trait(ty) {
                ctxt.at(
                    hidden,
                    "name the type that the tool returns; `impl Trait` cannot become output",
                );
            } else if let Some(part) = borrowed(ty) {
                ctxt.at(
                    part,
                    "what a tool returns outlives its arguments; return what owns it: `String`, \
                     `Vec<T>`",
                );
            }
            ((**ty).clone(), ty.span())
        }
    }
}

pub(crate) fn metadata(ctxt: &Ctxt, options: &ToolOptions) -> Metadata {
    let mut made = Metadata::default();
    let texts = [
        ("title", &options.title),
        ("namespace", &options.namespace),
        ("category", &options.category),
        ("ungated_because", &options.ungated_because),
        ("deprecated", &options.deprecated),
    ];
    for (field, text) in texts {
        if let Some(text) = text {
            // An empty namespace is refused as no namespace.
            if text.value.trim().is_empty() && field != "namespace" {
                ctxt.span(text.span, format!("`{field}` is empty; write it out or leave it out"));
            }
            made.texts.push((field, text.value.clone()));
        }
    }
    for (field, list) in check::text_lists(options) {
        if !list.0.is_empty() {
            made.lists.push((field, list.0.iter().map(|text| text.value.clone()).collect()));
        }
    }
    for (field, set, text) in check::closed(options) {
        if let Some(text) = text
            && let Some(variant) = check::variant(ctxt, set, text)
        {
            made.values.push((field, variant));
        }
    }
    for (field, set, list) in check::closed_lists(options) {
        let found: Vec<_> =
            list.0.iter().filter_map(|text| check::variant(ctxt, set, text)).collect();
        if !found.is_empty() {
            made.value_lists.push((field, found));
        }
    }
    made.flags.extend(options.idempotent.0.then_some("idempotent"));
    made.flags.extend(options.deferred.0.then_some("deferred"));
    made.flags.extend(options.sandboxed.0.then_some("sandboxed"));
    made.timeout = options.timeout;
    made.cap = options.cap;
    made.rate_limit = options.rate_limit;
    made.retry = options.retry.map(|count| count.value);
    made.loop_limit = options.loop_limit.map(|count| count.value);
    made
}
