//! What stands in `#[tool(…)]` and `#[param(…)]`.

mod measure;
mod options;
mod param;
mod value;

pub(crate) use measure::{CapOption, RateOption, Span1};
pub(crate) use options::ToolOptions;
pub(crate) use param::{ParamOptions, is_conditional, is_inject, is_param};
pub(crate) use value::{ListOption, Named, Text};

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use syn::spanned::Spanned;

use crate::ctxt::{Ctxt, did_you_mean};

/// Keeps the options that are known and given once; says what is wrong with the others, and lists
/// in `unread` which ones were meant by them.
pub(crate) fn known_once(
    ctxt: &Ctxt,
    metas: Vec<NestedMeta>,
    known: &[&str],
    owner: &str,
    unread: &mut Vec<String>,
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
            let advice = match (elsewhere(&name, owner), near) {
                (Some(words), _) => format!("; {words}"),
                (None, Some(near)) => format!("; did you mean `{near}`?"),
                (None, None) => format!(". One of: {}", known.join(", ")),
            };
            unread.extend(near.map(str::to_owned));
            ctxt.at(&path, format!("unknown option `{name}` of `{owner}`{advice}"));
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

/// Where that stands which others have an option for.
fn elsewhere(name: &str, owner: &str) -> Option<&'static str> {
    if owner != "#[tool]" {
        return None;
    }
    Some(match name {
        "description" | "desc" | "doc" => "the description is the `///` comment of the function",
        "parameters" | "params" | "schema" | "input_schema" => {
            "the schema follows from the parameters of the function"
        }
        "output_schema" => "the output schema follows from the return type",
        "read_only" | "readonly" | "read_only_hint" => "write `access_mode = \"readonly\"`",
        "destructive" | "destructive_hint" => "write `danger_level = \"high\"`",
        "idempotent_hint" => "write `idempotent`",
        _ => return None,
    })
}

/// The name of an option.
pub(crate) fn name_of(meta: &NestedMeta) -> Option<String> {
    match meta {
        NestedMeta::Meta(meta) => meta.path().get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// A list of options.
pub(crate) fn list(ctxt: &Ctxt, tokens: TokenStream) -> Vec<NestedMeta> {
    NestedMeta::parse_meta_list(tokens).unwrap_or_else(|error| {
        ctxt.span(
            error.span(),
            format!(
                "these options cannot be read: {error}; write each as `name = value`, with commas \
                 between them"
            ),
        );
        Vec::new()
    })
}

/// The options that the tools of a set share.
pub(crate) fn set_options(ctxt: &Ctxt, tokens: TokenStream) -> Vec<NestedMeta> {
    let known = [options::SHARED, options::SHARED_BY_SET].concat();
    known_once(ctxt, list(ctxt, tokens), &known, "#[toolset]", &mut Vec::new())
}

/// The options that the tools of a crate share.
pub(crate) fn crate_options(ctxt: &Ctxt, tokens: TokenStream) -> Vec<NestedMeta> {
    known_once(ctxt, list(ctxt, tokens), options::SHARED, "defaults", &mut Vec::new())
}
