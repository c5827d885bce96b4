//! A tool with every decision in it: what `expand` turns into tokens without a question.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, Type};

use crate::attr::{CapOption, Named, RateOption, Span1, Text};

/// A tool.
pub(crate) struct Tool {
    /// The path of the hidden module that expansions name.
    pub(crate) core: TokenStream,
    /// The short name that each expansion gives it: fewer tokens to make, send and parse.
    pub(crate) private: TokenStream,
    /// The function.
    pub(crate) function: Ident,
    /// The type whose method it is.
    pub(crate) owner: Option<Type>,
    pub(crate) is_async: bool,
    pub(crate) inline: bool,
    /// The return type, `()` if none is written, and where to report on it.
    pub(crate) output: Type,
    pub(crate) output_span: Span,
    /// The `#[cfg(…)]` of the function.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) name: String,
    pub(crate) name_span: Span,
    pub(crate) aliases: Vec<Text>,
    pub(crate) description: String,
    pub(crate) params: Vec<Param>,
    pub(crate) metadata: Metadata,
    pub(crate) availability: Option<Named>,
    pub(crate) effective_access: Option<Named>,
    pub(crate) fingerprint: Option<Named>,
}

/// A parameter of the function.
pub(crate) struct Param {
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) kind: ParamKind,
}

pub(crate) enum ParamKind {
    /// `&self` of a toolset.
    Receiver,
    /// `ctx: &ToolContext`, or by value.
    Context { by_reference: bool },
    /// `#[inject] x: Arc<T>` or `&T`.
    Injected { ty: Box<Type>, by_reference: bool },
    /// An argument of the call.
    Argument(Box<Argument>),
}

/// A parameter that the model sees.
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) doc: String,
    /// The type that is stored.
    pub(crate) ty: Type,
    /// How the stored value is handed to the function.
    pub(crate) pass: Pass,
    pub(crate) default: Default,
    pub(crate) limits: Limits,
    pub(crate) aliases: Vec<Text>,
    /// Each as JSON text.
    pub(crate) examples: Vec<String>,
    pub(crate) secret: bool,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
}

/// How a stored value is handed to the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    /// As it is.
    Owned,
    /// Lent: `&x`.
    Lent,
    /// Lent within its option: `x.as_deref()`.
    LentOption,
}

pub(crate) enum Default {
    None,
    /// A literal for the table, with the tokens that rustc judges.
    Literal {
        table: TokenStream,
        tokens: Expr,
        is_text: bool,
    },
    /// Anything else.
    Computed(Expr),
}

/// Limits in the form of the table, with the ends of a range for rustc to judge.
#[derive(Default)]
pub(crate) struct Limits {
    pub(crate) min: Option<TokenStream>,
    pub(crate) max: Option<TokenStream>,
    pub(crate) min_length: Option<usize>,
    pub(crate) max_length: Option<usize>,
    pub(crate) pattern: Option<String>,
    /// The ends of the range as written.
    pub(crate) ends: Vec<Expr>,
    /// An item that asks rustc whether the default is within.
    pub(crate) default_within: Option<TokenStream>,
}

impl Limits {
    pub(crate) fn is_none(&self) -> bool {
        self.min.is_none()
            && self.max.is_none()
            && self.min_length.is_none()
            && self.max_length.is_none()
            && self.pattern.is_none()
    }
}

/// A value of a closed set: its type and variant in `tool_core`.
#[derive(Clone, Copy)]
pub(crate) struct Variant {
    pub(crate) ty: &'static str,
    pub(crate) variant: &'static str,
}

/// The metadata, checked.
#[derive(Default)]
pub(crate) struct Metadata {
    /// Options that are text, under the name of their field.
    pub(crate) texts: Vec<(&'static str, String)>,
    /// Options that are lists of text.
    pub(crate) lists: Vec<(&'static str, Vec<String>)>,
    /// Options of a closed set.
    pub(crate) values: Vec<(&'static str, Variant)>,
    /// Options that are lists of a closed set.
    pub(crate) value_lists: Vec<(&'static str, Vec<Variant>)>,
    /// Flags that are set.
    pub(crate) flags: Vec<&'static str>,
    pub(crate) timeout: Option<Span1>,
    pub(crate) cap: Option<CapOption>,
    pub(crate) rate_limit: Option<RateOption>,
    pub(crate) retry: Option<u32>,
    pub(crate) loop_limit: Option<u32>,
}
