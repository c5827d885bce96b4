//! The table of a tool, and what rustc is asked to check beside it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::model::{Argument, Default, Limits, Metadata, ParamKind, Tool};
use crate::types::argument_of;

/// The function that computes the default of a parameter.
pub(super) fn default_fn(index: usize) -> Ident {
    format_ident!("__default{index}", span = Span::mixed_site())
}

/// The `ToolDef`.
pub(super) fn definition(tool: &Tool) -> TokenStream {
    let private = &tool.private;
    let (name, description) = (&tool.name, &tool.description);
    let params = tool.params.iter().enumerate().filter_map(|(index, param)| {
        let ParamKind::Argument(argument) = &param.kind else { return None };
        let cfgs = &param.cfgs;
        let table = parameter(private, index, argument);
        Some(quote!(#(#cfgs)* #table))
    });
    let injects = tool.params.iter().filter_map(|param| {
        let ParamKind::Injected { ty, .. } = &param.kind else { return None };
        let cfgs = &param.cfgs;
        let shown = spelt(ty);
        Some(quote! {
            #(#cfgs)* #private::Injected { name: #shown, id: #private::type_id::<#ty> }
        })
    });
    let metadata = metadata(private, &tool.metadata);
    let availability = option(
        private,
        tool.availability.as_ref().map(|check| {
            let path = &check.0;
            let span = Span::call_site().located_at(path.span());
            quote_spanned!(span=> || #private::availability(#path))
        }),
    );
    let effective_access = option(
        private,
        tool.effective_access.as_ref().map(|path| {
            let path = &path.0;
            quote!(#path)
        }),
    );
    let fingerprint = option(
        private,
        tool.fingerprint.as_ref().map(|path| {
            let path = &path.0;
            quote!(#path)
        }),
    );
    quote! {
        #private::ToolDef {
            name: #name,
            description: #description,
            params: &[#(#params),*],
            call: __call,
            metadata: #metadata,
            availability: #availability,
            effective_access: #effective_access,
            fingerprint: #fingerprint,
            injects: &[#(#injects),*],
            origin: #private::Origin::code(
                ::core::module_path!(), ::core::file!(), ::core::line!(),
            ),
            made: #private::Made::new(),
        }
    }
}

/// A type as its author would write it, without the spaces between tokens.
fn spelt(ty: &syn::Type) -> String {
    let text = quote!(#ty).to_string();
    let mut out = String::with_capacity(text.len());
    for part in text.split(' ') {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        if out.ends_with(word) && part.starts_with(word) || out.ends_with(',') {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

fn option(private: &TokenStream, value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(#private::Some(#value)),
        None => quote!(#private::None),
    }
}

fn parameter(private: &TokenStream, index: usize, argument: &Argument) -> TokenStream {
    let name = &argument.name;
    let mut fields = TokenStream::new();
    if !argument.doc.is_empty() {
        let doc = &argument.doc;
        fields.extend(quote!(doc: #doc,));
    }
    match &argument.default {
        Default::None => {}
        Default::Literal { table, .. } => {
            fields.extend(quote!(default: #private::ParamDefault::Literal(#table),));
        }
        Default::Computed(expr) => {
            let span = Span::call_site().located_at(expr.span());
            let mut default = default_fn(index);
            default.set_span(default.span().located_at(expr.span()));
            let value = quote_spanned!(span=> #private::default_value(#default()));
            fields.extend(quote!(default: #private::ParamDefault::Computed(|| #value),));
        }
    }
    if !argument.limits.is_none() {
        let limits = limits(private, &argument.limits);
        fields.extend(quote!(limits: #private::Some(&#limits),));
    }
    if !argument.aliases.is_empty() {
        let aliases = argument.aliases.iter().map(|alias| &alias.value);
        fields.extend(quote!(aliases: &[#(#aliases),*],));
    }
    if !argument.examples.is_empty() {
        let examples = &argument.examples;
        fields.extend(quote!(examples: &[#(#examples),*],));
    }
    let flags =
        [("secret", argument.secret), ("reads", argument.reads), ("writes", argument.writes)];
    for (flag, _) in flags.iter().filter(|(_, set)| *set) {
        let flag = format_ident!("{flag}");
        fields.extend(quote!(#flag: true,));
    }
    quote!(#private::ParamDef { #fields ..#private::ParamDef::new(#name) })
}

fn limits(private: &TokenStream, limits: &Limits) -> TokenStream {
    let bounds = [("min", &limits.min), ("max", &limits.max)].map(|(field, bound)| {
        let field = format_ident!("{field}");
        bound.as_ref().map(|bound| quote!(#field: #private::Some(#bound),))
    });
    let lengths = [("min_length", limits.min_length), ("max_length", limits.max_length)].map(
        |(field, length)| {
            let field = format_ident!("{field}");
            length.map(|length| quote!(#field: #private::Some(#length),))
        },
    );
    let pattern = limits
        .pattern
        .as_ref()
        .map(|pattern| quote!(pattern: #private::Some(#private::Pattern::new(#pattern)),));
    let bounds = bounds.iter().flatten();
    let lengths = lengths.iter().flatten();
    quote!(#private::Limits { #(#bounds)* #(#lengths)* #pattern ..#private::Limits::NONE })
}

pub(super) fn metadata(private: &TokenStream, metadata: &Metadata) -> TokenStream {
    let mut fields = TokenStream::new();
    let mut some = |field: &str, value: TokenStream| {
        let field = format_ident!("{field}");
        fields.extend(quote!(#field: #private::Some(#value),));
    };
    for (field, text) in &metadata.texts {
        some(field, quote!(#text));
    }
    for (field, value) in &metadata.values {
        let (ty, variant) = (format_ident!("{}", value.ty), format_ident!("{}", value.variant));
        some(field, quote!(#private::#ty::#variant));
    }
    if let Some(timeout) = metadata.timeout {
        let millis = timeout.millis;
        some("timeout", quote!(#private::Duration::from_millis(#millis)));
    }
    if let Some(cap) = metadata.cap {
        let lines = cap.lines.map(|lines| quote!(lines: #lines as usize,));
        let bytes = cap.bytes.map(|bytes| quote!(bytes: #bytes as usize,));
        some("cap", quote!(#private::OutputCap { #lines #bytes ..#private::OutputCap::DEFAULT }));
    }
    if let Some(rate) = metadata.rate_limit {
        let (calls, millis) = (rate.calls, rate.millis);
        let per = quote!(#private::Duration::from_millis(#millis));
        some("rate_limit", quote!(#private::RateLimit { calls: #calls, per: #per }));
    }
    if let Some(attempts) = metadata.retry {
        some("retry", quote!(#private::Retry { attempts: #attempts }));
    }
    if let Some(limit) = metadata.loop_limit {
        some("loop_limit", quote!(#limit));
    }
    for (field, list) in &metadata.lists {
        let field = format_ident!("{field}");
        fields.extend(quote!(#field: &[#(#list),*],));
    }
    for (field, list) in &metadata.value_lists {
        let field = format_ident!("{field}");
        let values = list.iter().map(|value| {
            let (ty, variant) = (format_ident!("{}", value.ty), format_ident!("{}", value.variant));
            quote!(#private::#ty::#variant)
        });
        fields.extend(quote!(#field: &[#(#values),*],));
    }
    for flag in &metadata.flags {
        let flag = format_ident!("{flag}");
        fields.extend(quote!(#flag: true,));
    }
    quote!(#private::MetadataTable { #fields ..#private::MetadataTable::NONE })
}

/// What lets rustc judge the values which the author wrote, at their own places: the functions of
/// computed defaults, and one function, never called, of everything else.
pub(super) fn checks(tool: &Tool) -> TokenStream {
    let (mut defaults, mut judged) = (TokenStream::new(), TokenStream::new());
    for (index, param) in tool.params.iter().enumerate() {
        let ParamKind::Argument(argument) = &param.kind else { continue };
        let cfgs = &param.cfgs;
        if let Default::Computed(expr) = &argument.default {
            let (name, ty) = (default_fn(index), &argument.ty);
            defaults.extend(quote!(#(#cfgs)* fn #name() -> #ty { #expr }));
        }
        if let Some(check) = &argument.limits.default_within {
            defaults.extend(quote!(#(#cfgs)* #check));
        }
        for check in judge(&tool.private, argument) {
            judged.extend(quote!(#(#cfgs)* #check));
        }
    }
    if !judged.is_empty() {
        defaults.extend(quote!(fn __judged() { #judged }));
    }
    defaults
}

/// Statements that do not compile if a default or an end of a range is of another type.
fn judge(private: &TokenStream, argument: &Argument) -> Vec<TokenStream> {
    let ty = &argument.ty;
    let mut checks = Vec::new();
    match &argument.default {
        Default::None | Default::Computed(_) => {}
        Default::Literal { tokens, is_text: true, .. } => {
            let span = Span::call_site().located_at(tokens.span());
            checks.push(quote_spanned!(span=> #private::text_as_default_of::<#ty>(#tokens);));
        }
        Default::Literal { tokens, .. } => checks.push(quote!(let _: #ty = #tokens;)),
    }
    if !argument.limits.ends.is_empty() {
        let number = argument_of(ty, "Option").unwrap_or(ty);
        let ends = &argument.limits.ends;
        let count = ends.len();
        checks.push(quote!(let _: [#number; #count] = [#(#ends),*];));
    }
    checks
}
