//! The parameters of a function: who gives each value, and in which form it is kept.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, ExprLit, FnArg, Lit, Pat, PatType, Receiver, ReceiverKind, Signature, Type,
};

use crate::attr::{ParamOptions, is_conditional, is_inject, is_param};
use crate::ctxt::Ctxt;
use crate::doc::{self, Doc};
use crate::limits::{self, Number, number};
use crate::model::{Argument, Default, Param, ParamKind, Pass};
use crate::types::{argument_of, borrowed, has_context, impl_trait, name_of, reference};

/// Reads every parameter.
pub(crate) fn parse(
    ctxt: &Ctxt,
    signature: &Signature,
    doc: &Doc,
    private: &TokenStream,
    owner: Option<&Type>,
) -> Vec<Param> {
    let mut params = Vec::new();
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(receiver) if owner.is_some() => {
                if is_shared(receiver) {
                    params.push(Param { cfgs: Vec::new(), kind: ParamKind::Receiver });
                } else {
                    ctxt.at(receiver, "tools of a set run side by side and share it; take `&self`");
                }
            }
            FnArg::Receiver(receiver) => ctxt.at(
                receiver,
                "a tool with `self` stands in `#[toolset] impl`; a free function takes what it \
                 needs as parameters or by `#[inject]`",
            ),
            FnArg::Typed(typed) => params.extend(param(ctxt, typed, doc, private)),
        }
    }
    params
}

fn param(ctxt: &Ctxt, typed: &PatType, doc: &Doc, private: &TokenStream) -> Option<Param> {
    let cfgs = cfgs(&typed.attrs);
    if let Some(hidden) = typed.attrs.iter().find(|a| is_conditional(a)) {
        ctxt.at(
            hidden,
            "what `cfg_attr` adds to a parameter comes too late for `#[tool]`; write the parameter \
             twice, each under its `#[cfg(…)]`",
        );
    }
    let ident = match &*typed.pat {
        Pat::Ident(pat) if pat.subpat.is_none() && pat.by_ref.is_none() => pat.ident.clone(),
        other => {
            ctxt.at(other, "a parameter of a tool is a plain name; take it apart in the body");
            return None;
        }
    };
    if let Some(inject) = typed.attrs.iter().find(|attribute| is_inject(attribute)) {
        if let Some(param) = typed.attrs.iter().find(|attribute| is_param(attribute)) {
            ctxt.at(param, "an injected value comes from the host; it has no `#[param]` options");
        }
        return injected(ctxt, inject, &typed.ty).map(|kind| Param { cfgs, kind });
    }
    if let Some(by_reference) = context(&typed.ty) {
        return Some(Param { cfgs, kind: ParamKind::Context { by_reference } });
    }
    if has_context(&typed.ty) {
        ctxt.at(&typed.ty, "the context of a call is lent to the tool; take `&ToolContext`");
        return None;
    }
    let options = ParamOptions::parse(ctxt, &typed.attrs);
    let (ty, pass) = stored(ctxt, &typed.ty)?;
    let rust_name = ident.unraw().to_string();
    let name = match &options.rename {
        Some(rename) => {
            check_wire_name(ctxt, &rename.value, rename.span);
            rename.value.clone()
        }
        None => rust_name.clone(),
    };
    for alias in &options.aliases {
        check_wire_name(ctxt, &alias.value, alias.span);
        if alias.value == name {
            ctxt.span(alias.span, "this alias is the parameter's own name; leave it out");
        }
    }
    let mut limits = limits::of(ctxt, &options, &typed.ty, private);
    limits.default_within = limits::default_within(&options);
    if let Some(message) = limits::default_outside(&options, &limits) {
        ctxt.span(limits::default_span(&options), message);
    }
    if options.default.is_some() && name_of(&typed.ty).is_some_and(|name| name == "Option") {
        let none = options.default.as_ref().filter(|default| is_none(default));
        match none {
            Some(none) => {
                ctxt.at(none, "an absent `Option` is `None` already; leave the default out")
            }
            None => ctxt.at(
                &typed.ty,
                "a parameter with a default is never absent; write its type without `Option`",
            ),
        }
    }
    Some(Param {
        cfgs,
        kind: ParamKind::Argument(Box::new(Argument {
            doc: description(ctxt, typed, &options, doc, &rust_name),
            default: default(options.default.as_ref(), private),
            examples: examples(ctxt, &options.examples),
            span: ident.span(),
            name,
            ty,
            pass,
            limits,
            secret: options.secret,
            reads: options.reads,
            writes: options.writes,
            aliases: options.aliases,
        })),
    })
}

/// `&self`, and nothing else.
fn is_shared(receiver: &Receiver) -> bool {
    receiver.mutability.is_none() && matches!(receiver.kind, ReceiverKind::Reference(_, None, None))
}

pub(crate) fn cfgs(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect()
}

/// Whether a type is the context, and whether it is taken by reference.
fn context(ty: &Type) -> Option<bool> {
    match ty {
        Type::Reference(reference) if reference.mutability.is_some() => None,
        Type::Reference(reference) => (name_of(&reference.elem)? == "ToolContext").then_some(true),
        other => (name_of(other)? == "ToolContext").then_some(false),
    }
}

fn injected(ctxt: &Ctxt, inject: &Attribute, ty: &Type) -> Option<ParamKind> {
    if inject.meta.require_path_only().is_err() {
        ctxt.at(inject, "`#[inject]` has no options; the type says what is given");
    }
    if let Some(object) = trait_object(ty) {
        ctxt.at(
            object,
            "an injected value is found by its type, and this one is hidden; put it in a type of \
             your own: `struct Store(Box<dyn …>)`",
        );
        return None;
    }
    if let Some(inner) = argument_of(ty, "Arc") {
        return Some(ParamKind::Injected { ty: Box::new(inner.clone()), by_reference: false });
    }
    match ty {
        Type::Reference(reference) if reference.mutability.is_none() => {
            Some(ParamKind::Injected { ty: reference.elem.clone(), by_reference: true })
        }
        other => {
            ctxt.at(other, "an injected value is shared: take it as `Arc<T>` or `&T`");
            None
        }
    }
}

/// `dyn Trait` where a type is injected.
fn trait_object(ty: &Type) -> Option<&Type> {
    let inner = match ty {
        Type::Reference(reference) => &*reference.elem,
        other => argument_of(other, "Arc")?,
    };
    matches!(inner, Type::TraitObject(_)).then_some(inner)
}

fn is_none(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == "None"))
}

/// The type that is kept for a parameter, and how it is handed over.
fn stored(ctxt: &Ctxt, ty: &Type) -> Option<(Type, Pass)> {
    if let Some(hidden) = impl_trait(ty) {
        ctxt.at(hidden, "`impl Trait` has no JSON Schema; name the type");
        return None;
    }
    let (kept, pass) = kept(ctxt, ty)?;
    // What is kept is owned; a reference at the root is lent from it.
    if let Some(part) = reference(&kept) {
        ctxt.at(
            part,
            "within a type nothing can be lent; write what owns it: `String`, `Vec<T>`, `PathBuf`",
        );
        return None;
    }
    if let Some(lifetime) = borrowed(&kept) {
        ctxt.at(lifetime, "an argument borrows from nothing; write `'static` here");
        return None;
    }
    Some((kept, pass))
}

fn kept(ctxt: &Ctxt, ty: &Type) -> Option<(Type, Pass)> {
    match ty {
        Type::Reference(reference) => {
            if reference.mutability.is_some() {
                ctxt.at(ty, "an argument cannot be lent to be changed; take it by value");
                return None;
            }
            if let Some(lifetime) = reference.lifetime.as_ref().filter(|l| l.ident == "static") {
                ctxt.at(lifetime, "an argument lives as long as its call; leave `'static` out");
                return None;
            }
            match owner(&reference.elem) {
                Some(owner) => Some((owner, Pass::Lent)),
                None => {
                    ctxt.at(
                        ty,
                        "this reference cannot be lent: of references, a tool takes `&str`, `&[T]` \
                         and `&Path`; take this by value",
                    );
                    None
                }
            }
        }
        other => {
            let Some(Type::Reference(reference)) = argument_of(other, "Option") else {
                return Some((other.clone(), Pass::Owned));
            };
            match owner(&reference.elem).filter(|_| reference.mutability.is_none()) {
                Some(owner) => {
                    Some((syn::parse_quote!(::core::option::Option<#owner>), Pass::LentOption))
                }
                None => {
                    ctxt.at(
                        reference,
                        "this reference cannot be lent: of references, a tool takes `&str`, `&[T]` \
                         and `&Path`; take this by value",
                    );
                    None
                }
            }
        }
    }
}

/// The owned type behind a reference that can be lent.
fn owner(ty: &Type) -> Option<Type> {
    let span = ty.span();
    let owned = match ty {
        Type::Slice(slice) => {
            let element = &slice.elem;
            quote::quote_spanned!(span=> ::std::vec::Vec<#element>)
        }
        other => match name_of(other).as_deref() {
            Some("str") => quote::quote_spanned!(span=> ::std::string::String),
            Some("Path") => quote::quote_spanned!(span=> ::std::path::PathBuf),
            _ => return None,
        },
    };
    syn::parse2(owned).ok()
}

/// The description of a parameter, from one of the three places where it can stand.
fn description(
    ctxt: &Ctxt,
    typed: &PatType,
    options: &ParamOptions,
    doc: &Doc,
    name: &str,
) -> String {
    let own = doc::text(ctxt, &typed.attrs);
    let listed = doc.params.iter().find(|param| param.name == name);
    if let Some(described) = &options.description {
        if !own.is_empty() {
            ctxt.span(
                described.span,
                format!("`{name}` is described here and by its own comment; keep one"),
            );
        }
        return described.value.clone();
    }
    match listed {
        Some(param) if !own.is_empty() => {
            ctxt.span(
                param.span,
                format!("`{name}` is described here and at the parameter; keep one"),
            );
            own
        }
        Some(param) => param.text.clone(),
        None => own,
    }
}

fn default(expr: Option<&Expr>, private: &TokenStream) -> Default {
    let Some(expr) = expr else { return Default::None };
    let literal = |table: TokenStream, is_text| Default::Literal {
        table: quote!(#private::Literal::#table),
        tokens: expr.clone(),
        is_text,
    };
    match number(expr) {
        Some(Number::Int(int)) => return literal(quote!(Int(#int)), false),
        Some(Number::Float(float)) => return literal(quote!(Float(#float)), false),
        None => {}
    }
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Bool(truth), .. }) => literal(quote!(Bool(#truth)), false),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => literal(quote!(Str(#text)), true),
        other => Default::Computed(other.clone()),
    }
}

/// Examples as JSON text.
fn examples(ctxt: &Ctxt, exprs: &[Expr]) -> Vec<String> {
    let text = |expr: &Expr| match (number(expr), expr) {
        (Some(Number::Int(int)), _) => Some(int.to_string()),
        (Some(Number::Float(float)), _) => Some(float.to_string()),
        (None, Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => {
            Some(serde_json::Value::from(text.value()).to_string())
        }
        (None, Expr::Lit(ExprLit { lit: Lit::Bool(truth), .. })) => Some(truth.value.to_string()),
        _ => None,
    };
    exprs
        .iter()
        .filter_map(|expr| {
            let found = text(expr);
            if found.is_none() {
                ctxt.at(expr, "an example is a number, text, `true` or `false`");
            }
            found
        })
        .collect()
}

fn check_wire_name(ctxt: &Ctxt, name: &str, span: Span) {
    if !crate::check::is_name(name) {
        ctxt.span(span, crate::check::bad_name(name, "parameter"));
    }
}

/// The parameter as an argument of the call, if it is one.
pub(crate) fn is_argument(param: &Param) -> Option<&Argument> {
    match &param.kind {
        ParamKind::Argument(argument) => Some(argument),
        _ => None,
    }
}

/// The names of the parameters for which the list in the doc comment may speak.
pub(crate) fn rust_names(signature: &Signature) -> Vec<String> {
    let name = |input: &FnArg| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pat) => Some(pat.ident.unraw().to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    };
    signature.inputs.iter().filter_map(name).collect()
}
