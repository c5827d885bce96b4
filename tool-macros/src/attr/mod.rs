//! What stands in `#[tool(…)]` and `#[param(…)]`.

mod options;
mod param;
mod value;

pub(crate) use options::ToolOptions;
pub(crate) use param::{ParamOptions, is_inject, is_param};
pub(crate) use value::{CapOption, ListOption, Named, RateOption, Span1, Text};

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use syn::spanned::Spanned;

use crate::ctxt::{Ctxt, did_you_mean};

/// Keeps the options that are known and given once; says what is wrong with the others.
pub(crate) fn known_once(
    ctxt: &Ctxt,
    metas: Vec<NestedMeta>,
    known: &[&str],
    owner: &str,
) -> Vec<NestedMeta> {
    let mut seen: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for meta in metas {
        let path = match &meta {
            NestedMeta::Meta(meta) => meta.path().clone(),
            NestedMeta::NameValueInvalidExpr(invalid) => invalid.path.clone(),
            NestedMeta::Lit(lit) => {
                ctxt.at(
                    lit,
                    format!("an option of `{owner}` has a name: `name = {}`", quote::quote!(#lit)),
                );
                continue;
            }
        };
        let name = path.get_ident().map(ToString::to_string).unwrap_or_default();
        if !known.contains(&name.as_str()) {
            let near = did_you_mean(&name, known.iter().copied());
            match near {
                Some(near) => ctxt.at(
                    &path,
                    format!("unknown option `{name}` of `{owner}`; did you mean `{near}`?"),
                ),
                None => ctxt.at(
                    &path,
                    format!("unknown option `{name}` of `{owner}`. One of: {}", known.join(", ")),
                ),
            }
            continue;
        }
        // One option under two spellings is one option.
        let canonical = if name == "availability_check" { "availability" } else { &name };
        if seen.iter().any(|earlier| earlier == canonical) {
            ctxt.at(&path, format!("`{name}` is given twice; keep one"));
            continue;
        }
        seen.push(canonical.to_owned());
        if let NestedMeta::NameValueInvalidExpr(_) = &meta {
            ctxt.span(meta.span(), format!("the value of `{name}` is no expression"));
            continue;
        }
        kept.push(meta);
    }
    kept
}

/// The name of an option.
pub(crate) fn name_of(meta: &NestedMeta) -> Option<String> {
    match meta {
        NestedMeta::Meta(meta) => meta.path().get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// The options that a set of tools shares.
pub(crate) fn shared_options(ctxt: &Ctxt, tokens: TokenStream, owner: &str) -> Vec<NestedMeta> {
    match NestedMeta::parse_meta_list(tokens) {
        Ok(metas) => known_once(ctxt, metas, options::SHARED, owner),
        Err(error) => {
            ctxt.span(error.span(), format!("these options cannot be read: {error}"));
            Vec::new()
        }
    }
}
