//! The kinds of value that an option can have.

use darling::ast::NestedMeta;
use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Meta};

/// For options that stand after `=` and nowhere else: what to say of the other forms.
macro_rules! after_equals {
    ($words:expr) => {
        fn from_word() -> darling::Result<Self> {
            Err(darling::Error::custom($words))
        }

        fn from_list(_: &[darling::ast::NestedMeta]) -> darling::Result<Self> {
            Err(darling::Error::custom($words))
        }
    };
}
pub(super) use after_equals;

/// Text with the place where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) span: Span,
}

const TEXT: &str = "this option is one text: write `{name} = \"…\"`";

impl Text {
    fn of(lit: &Lit) -> Result<Self> {
        match lit {
            Lit::Str(text) => Ok(Text { value: text.value(), span: text.span() }),
            other => Err(Error::custom("write this value as text, in quotes").with_span(other)),
        }
    }
}

impl FromMeta for Text {
    after_equals!(TEXT);

    fn from_value(lit: &Lit) -> Result<Self> {
        Text::of(lit)
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(ExprLit { lit, .. }) => Text::of(lit),
            Expr::Group(group) => Text::from_expr(&group.expr),
            other => Err(Error::custom("write this value as text, in quotes").with_span(other)),
        }
    }
}

/// A list of names: `x("a", "b")`, `x(a, b)`, `x = ["a", "b"]`, `x = "a"`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListOption(pub(crate) Vec<Text>);

impl FromMeta for ListOption {
    fn from_word() -> Result<Self> {
        Err(Error::custom("this option is a list: write `{name}(\"…\", \"…\")`"))
    }

    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        let mut errors = Error::accumulator();
        let names = items
            .iter()
            .filter_map(|item| {
                errors.handle(match item {
                    NestedMeta::Lit(lit) => Text::of(lit),
                    NestedMeta::Meta(Meta::Path(path)) if path.get_ident().is_some() => {
                        let value = path.get_ident().map(ToString::to_string).unwrap_or_default();
                        Ok(Text { value, span: path.span() })
                    }
                    other => Err(Error::custom("write each entry as text, in quotes")
                        .with_span(&other.span())),
                })
            })
            .collect();
        errors.finish_with(ListOption(names))
    }

    fn from_value(lit: &Lit) -> Result<Self> {
        Ok(ListOption(vec![Text::of(lit)?]))
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Array(array) => {
                let mut errors = Error::accumulator();
                let names = array
                    .elems
                    .iter()
                    .filter_map(|element| errors.handle(Text::from_expr(element)))
                    .collect();
                errors.finish_with(ListOption(names))
            }
            other => Ok(ListOption(vec![Text::from_expr(other)?])),
        }
    }
}

/// A path to a function.
#[derive(Clone, Debug)]
pub(crate) struct Named(pub(crate) syn::Path);

const FUNCTION: &str = "this option names a function: write `{name} = path::to::function`";

impl FromMeta for Named {
    after_equals!(FUNCTION);

    fn from_expr(expr: &Expr) -> Result<Self> {
        path(expr).map(Named).ok_or_else(|| Error::custom(FUNCTION).with_span(expr))
    }
}

/// The path of the crate, for those who renamed it.
#[derive(Clone, Debug)]
pub(crate) struct CratePath(pub(crate) syn::Path);

const CRATE: &str = "this option is the path of `tool_core`: write `crate = renamed`";

impl FromMeta for CratePath {
    after_equals!(CRATE);

    fn from_expr(expr: &Expr) -> Result<Self> {
        path(expr).map(CratePath).ok_or_else(|| Error::custom(CRATE).with_span(expr))
    }
}

/// A path, or text that is one.
fn path(expr: &Expr) -> Option<syn::Path> {
    match expr {
        Expr::Path(path) => Some(path.path.clone()),
        Expr::Group(group) => path(&group.expr),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().ok(),
        _ => None,
    }
}

/// A flag: `inline`, `inline = true`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flag(pub(crate) bool);

const FLAG: &str = "this option is a flag: write `{name}`, or `{name} = false`";

impl FromMeta for Flag {
    fn from_word() -> Result<Self> {
        Ok(Flag(true))
    }

    fn from_list(_: &[NestedMeta]) -> Result<Self> {
        Err(Error::custom(FLAG))
    }

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(ExprLit { lit: Lit::Bool(truth), .. }) => Ok(Flag(truth.value)),
            Expr::Group(group) => Flag::from_expr(&group.expr),
            other => Err(Error::custom(FLAG).with_span(other)),
        }
    }
}

/// A count with the place where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    pub(crate) value: u32,
    pub(crate) span: Span,
}

const COUNT: &str = "this option is a number: write `{name} = 3`";

impl FromMeta for Count {
    after_equals!(COUNT);

    fn from_expr(expr: &Expr) -> Result<Self> {
        match expr {
            Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => match int.base10_parse() {
                Ok(value) => Ok(Count { value, span: int.span() }),
                Err(_) => Err(Error::custom(COUNT).with_span(int)),
            },
            Expr::Group(group) => Count::from_expr(&group.expr),
            other => Err(Error::custom(COUNT).with_span(other)),
        }
    }
}
