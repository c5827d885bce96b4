//! The options of `#[param(…)]`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::TokenTree;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Meta};

use super::value::{Flag, ListOption, Text};
use crate::ctxt::Ctxt;

/// The options of a parameter as its author wrote them.
#[derive(Debug, Default)]
pub(crate) struct ParamOptions {
    pub(crate) default: Option<Expr>,
    pub(crate) range: Option<Expr>,
    pub(crate) length: Option<Expr>,
    pub(crate) items: Option<Expr>,
    pub(crate) pattern: Option<Text>,
    pub(crate) rename: Option<Text>,
    pub(crate) aliases: Vec<Text>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) description: Option<Text>,
    pub(crate) secret: bool,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
}

const NAMES: &[&str] = &[
    "default",
    "range",
    "length",
    "items",
    "pattern",
    "rename",
    "alias",
    "example",
    "description",
    "secret",
    "reads",
    "writes",
];

pub(crate) fn is_param(attribute: &Attribute) -> bool {
    attribute.path().is_ident("param")
}

pub(crate) fn is_inject(attribute: &Attribute) -> bool {
    attribute.path().is_ident("inject")
}

/// `#[cfg_attr(…)]` that would add one of ours.
pub(crate) fn is_conditional(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    let ours = |token| matches!(token, TokenTree::Ident(ident) if ident == "param" || ident == "inject" || ident == "doc");
    list.path.is_ident("cfg_attr") && list.tokens.clone().into_iter().any(ours)
}

impl ParamOptions {
    /// Reads the options of every `#[param(…)]` of one parameter.
    pub(crate) fn parse(ctxt: &Ctxt, attributes: &[Attribute]) -> Self {
        let mut metas = Vec::new();
        for attribute in attributes.iter().filter(|attribute| is_param(attribute)) {
            match &attribute.meta {
                Meta::List(list) => metas.extend(super::list(ctxt, list.tokens.clone())),
                other => ctxt.at(other, "write the options in parentheses: #[param(default = 1)]"),
            }
        }
        let mut options = ParamOptions::default();
        for meta in super::known_once(ctxt, metas, NAMES, "#[param]", &mut Vec::new()) {
            if let NestedMeta::Meta(meta) = meta {
                options.take(ctxt, &meta);
            }
        }
        options
    }

    fn take(&mut self, ctxt: &Ctxt, meta: &Meta) {
        let name = meta.path().get_ident().map(ToString::to_string).unwrap_or_default();
        match name.as_str() {
            "default" => self.default = value(ctxt, meta),
            "range" => self.range = value(ctxt, meta),
            "length" => self.length = value(ctxt, meta),
            "items" => self.items = value(ctxt, meta),
            "pattern" => self.pattern = read(ctxt, meta),
            "rename" => self.rename = read(ctxt, meta),
            "description" => self.description = read(ctxt, meta),
            "alias" => self.aliases = read::<ListOption>(ctxt, meta).unwrap_or_default().0,
            "example" => self.examples = values(ctxt, meta),
            "secret" => self.secret = read::<Flag>(ctxt, meta).unwrap_or_default().0,
            "reads" => self.reads = read::<Flag>(ctxt, meta).unwrap_or_default().0,
            "writes" => self.writes = read::<Flag>(ctxt, meta).unwrap_or_default().0,
            _ => {}
        }
    }
}

fn read<T: FromMeta>(ctxt: &Ctxt, meta: &Meta) -> Option<T> {
    let name = meta.path().get_ident().map(ToString::to_string).unwrap_or_default();
    T::from_meta(meta).map_err(|error| ctxt.darling(&name, error.with_span(meta))).ok()
}

/// The expression as written: text stays text, where darling would parse it.
fn value(ctxt: &Ctxt, meta: &Meta) -> Option<Expr> {
    match meta {
        Meta::NameValue(pair) => Some(pair.value.clone()),
        other => {
            let name = other.path().get_ident().map(ToString::to_string).unwrap_or_default();
            ctxt.at(other, format!("`{name}` has a value: `{name} = …`"));
            None
        }
    }
}

/// `example = 5` or `example(5, 6)`.
fn values(ctxt: &Ctxt, meta: &Meta) -> Vec<Expr> {
    match meta {
        Meta::NameValue(pair) => vec![pair.value.clone()],
        Meta::List(list) => {
            let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
            match list.parse_args_with(parser) {
                Ok(found) => found.into_iter().collect(),
                Err(error) => {
                    ctxt.span(error.span(), format!("these examples cannot be read: {error}"));
                    Vec::new()
                }
            }
        }
        Meta::Path(path) => {
            ctxt.span(path.span(), "`example` has a value: `example = …`");
            Vec::new()
        }
    }
}
