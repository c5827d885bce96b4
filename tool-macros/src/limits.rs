//! `range`, `length`, `items` and `pattern`, from what was written to the table.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprRange, ExprUnary, Lit, RangeLimits, Type, UnOp};

use crate::attr::{ParamOptions, Text};
use crate::ctxt::Ctxt;
use crate::model::Limits;
use crate::types::{Kind, kind_of};

/// A number that is written out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    Int(i128),
    Float(f64),
}

/// The number that an expression writes out, if it does.
pub(crate) fn number(expr: &Expr) -> Option<Number> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok().map(Number::Int),
        Expr::Lit(ExprLit { lit: Lit::Float(float), .. }) => {
            float.base10_parse().ok().map(Number::Float)
        }
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match number(expr)? {
            Number::Int(int) => Some(Number::Int(-int)),
            Number::Float(float) => Some(Number::Float(-float)),
        },
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}

/// The limits of a parameter, for the table.
pub(crate) fn of(ctxt: &Ctxt, options: &ParamOptions, ty: &Type, private: &TokenStream) -> Limits {
    let mut limits = Limits::default();
    let kind = kind_of(ty);
    if let Some(range) = &options.range {
        if matches!(kind, Kind::Text | Kind::List | Kind::Bool) {
            ctxt.at(range, "`range` is for numbers; for text and lists write `length`");
        } else {
            number_range(ctxt, range, kind, private, &mut limits);
        }
    }
    for (name, expr) in [("length", &options.length), ("items", &options.items)] {
        let Some(expr) = expr else { continue };
        if matches!(kind, Kind::Integer | Kind::Float | Kind::Bool) {
            ctxt.at(expr, format!("`{name}` is for text and lists; for numbers write `range`"));
        } else if name == "items" && kind == Kind::Text {
            ctxt.at(expr, "`items` is for lists; for text write `length`");
        } else if limits.min_length.is_some() || limits.max_length.is_some() {
            ctxt.at(expr, "`length` and `items` are the same for a list; keep one");
        } else {
            count_range(ctxt, name, expr, &mut limits);
        }
    }
    if let Some(pattern) = &options.pattern {
        if matches!(kind, Kind::Integer | Kind::Float | Kind::Bool | Kind::List) {
            ctxt.span(pattern.span, "`pattern` is for text");
        } else {
            check_pattern(ctxt, pattern);
            limits.pattern = Some(pattern.value.clone());
        }
    }
    limits
}

fn as_range<'e>(ctxt: &Ctxt, name: &str, expr: &'e Expr) -> Option<&'e ExprRange> {
    match expr {
        Expr::Range(range) if range.start.is_some() || range.end.is_some() => Some(range),
        Expr::Group(group) => as_range(ctxt, name, &group.expr),
        Expr::Paren(paren) => as_range(ctxt, name, &paren.expr),
        other => {
            ctxt.at(other, format!("write `{name}` as a range: `{name} = 1..=10`"));
            None
        }
    }
}

fn number_range(ctxt: &Ctxt, expr: &Expr, kind: Kind, private: &TokenStream, limits: &mut Limits) {
    let Some(range) = as_range(ctxt, "range", expr) else { return };
    let bound = |expr: &Expr| match (number(expr), kind) {
        (Some(Number::Int(int)), _) => quote!(#private::Bound::Int(#int)),
        (Some(Number::Float(float)), _) => quote!(#private::Bound::Float(#float)),
        // A constant. Behind an alias, its value shows whether an integer can stand for it.
        (None, Kind::Integer) => quote!(#private::Bound::Int((#expr) as i128)),
        (None, Kind::Float) => quote!(#private::Bound::Float((#expr) as f64)),
        (None, _) => quote!(#private::Bound::of((#expr) as i128, (#expr) as f64)),
    };
    let (start, end) = (range.start.as_deref(), range.end.as_deref());
    limits.min = start.map(bound);
    limits.max = match (end, &range.limits) {
        (None, _) => None,
        (Some(end), RangeLimits::Closed(_)) => Some(bound(end)),
        (Some(end), RangeLimits::HalfOpen(_)) => Some(match (number(end), kind) {
            (Some(Number::Int(int)), _) => {
                let last = int.saturating_sub(1);
                quote!(#private::Bound::Int(#last))
            }
            (Some(Number::Float(float)), _) => quote!(#private::Bound::Below(#float)),
            (None, Kind::Integer) => quote!(#private::Bound::Int((#end) as i128 - 1)),
            (None, _) => quote!(#private::Bound::Below((#end) as f64)),
        }),
    };
    if let (Some(start), Some(end)) = (start, end)
        && let (Some(low), Some(high)) = (number(start), number(end))
    {
        let open = matches!(range.limits, RangeLimits::HalfOpen(_));
        if !less(low, high) && (open || less(high, low)) {
            ctxt.at(expr, "no number is in this range; the smaller end comes first");
        }
    }
    limits.ends = start.into_iter().chain(end).cloned().collect();
}

fn less(a: Number, b: Number) -> bool {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => a < b,
        (Number::Float(a), Number::Float(b)) => a < b,
        (Number::Int(a), Number::Float(b)) => (a as f64) < b,
        (Number::Float(a), Number::Int(b)) => a < b as f64,
    }
}

fn count_range(ctxt: &Ctxt, name: &str, expr: &Expr, limits: &mut Limits) {
    let Some(range) = as_range(ctxt, name, expr) else { return };
    let count = |expr: Option<&Expr>| match expr.map(|expr| (expr, number(expr))) {
        None => None,
        Some((_, Some(Number::Int(int)))) if usize::try_from(int).is_ok() => {
            usize::try_from(int).ok()
        }
        Some((expr, _)) => {
            ctxt.at(
                expr,
                format!("an end of `{name}` is a number of characters or items, written out"),
            );
            None
        }
    };
    limits.min_length = count(range.start.as_deref()).filter(|least| *least > 0);
    let end = count(range.end.as_deref());
    limits.max_length = match range.limits {
        RangeLimits::Closed(_) => end,
        RangeLimits::HalfOpen(_) => end.map(|end| end.saturating_sub(1)),
    };
    if let (Some(least), Some(most)) = (limits.min_length, limits.max_length)
        && least > most
    {
        ctxt.at(expr, "no length is in this range; the smaller end comes first");
    }
}

fn check_pattern(ctxt: &Ctxt, pattern: &Text) {
    if let Err(error) = regex_syntax::parse(&pattern.value) {
        let reason = match error {
            regex_syntax::Error::Parse(error) => error.kind().to_string(),
            regex_syntax::Error::Translate(error) => error.kind().to_string(),
            _ => "it does not parse".to_owned(),
        };
        ctxt.span(
            pattern.span,
            format!(
                "this is no regular expression ({reason}); Rust's syntax, without lookaround: \
                 `pattern = \"^[a-z]+$\"`"
            ),
        );
    }
}

/// Whether a default that is written out is outside its limits, and what to say.
pub(crate) fn default_outside(options: &ParamOptions, limits: &Limits) -> Option<String> {
    let default = options.default.as_ref()?;
    if let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = default {
        let length = text.value().chars().count();
        let short = limits.min_length.is_some_and(|least| length < least);
        let long = limits.max_length.is_some_and(|most| length > most);
        return (short || long)
            .then(|| format!("this default has {length} characters, outside its own `length`"));
    }
    let value = number(default)?;
    let Some(Expr::Range(range)) = &options.range else { return None };
    let low = range.start.as_deref().and_then(number);
    let high = range.end.as_deref().and_then(number);
    let open = matches!(range.limits, RangeLimits::HalfOpen(_));
    let outside = low.is_some_and(|low| less(value, low))
        || high.is_some_and(|high| less(high, value) || (open && !less(value, high)));
    outside.then(|| {
        let range = options.range.as_ref().map(|range| quote!(#range).to_string());
        format!("this default is outside its own range {}", range.unwrap_or_default())
    })
}

/// Asks rustc whether a default that is written out is within a range of constants.
pub(crate) fn default_within(options: &ParamOptions) -> Option<TokenStream> {
    let default = options.default.as_ref().filter(|default| number(default).is_some())?;
    let Some(Expr::Range(range)) = &options.range else { return None };
    let ends = [range.start.as_deref(), range.end.as_deref()];
    if ends.into_iter().flatten().all(|end| number(end).is_some()) {
        return None;
    }
    let span = Span::call_site().located_at(default.span());
    let [low, high] = ends;
    let low = low.map(|low| quote_spanned!(span=> (#default) >= (#low)));
    let high = high.map(|high| match range.limits {
        RangeLimits::Closed(_) => quote_spanned!(span=> (#default) <= (#high)),
        RangeLimits::HalfOpen(_) => quote_spanned!(span=> (#default) < (#high)),
    });
    let within = [low, high].into_iter().flatten();
    let words = "this default is outside its own range";
    Some(quote_spanned!(span=> const _: () = ::core::assert!(#(#within)&&*, #words);))
}

/// The place of a default.
pub(crate) fn default_span(options: &ParamOptions) -> Span {
    options.default.as_ref().map_or_else(Span::call_site, Spanned::span)
}
