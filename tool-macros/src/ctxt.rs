//! Every error of one tool, reported together.

use std::cell::RefCell;
use std::fmt::Display;
use std::thread;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Collects errors. Dropping it without asking for them is a defect of the macro, and panics.
pub(crate) struct Ctxt {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Ctxt { errors: RefCell::new(Some(Vec::new())) }
    }

    /// Adds an error at the tokens that the author must change.
    pub(crate) fn at(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error at a place.
    pub(crate) fn span(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Adds errors that darling found.
    pub(crate) fn darling(&self, error: darling::Error) {
        for one in error.flatten() {
            let text = one.to_string();
            // darling adds the option's name, which the place shows already.
            let text = match text.rsplit_once(" at ") {
                Some((text, option)) if !option.contains(' ') => text,
                _ => &text,
            };
            self.push(syn::Error::new(one.span(), text));
        }
    }

    fn push(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    /// The errors as tokens, in the order of the source; none if there are none.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let errors = self.errors.borrow_mut().take().unwrap_or_default();
        if errors.is_empty() {
            return None;
        }
        Some(errors.iter().map(syn::Error::to_compile_error).collect())
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        if !thread::panicking() && self.errors.borrow().is_some() {
            panic!("errors of a tool were not asked for");
        }
    }
}

/// The name nearest to `given`, if one is near: a third of its letters may differ.
pub(crate) fn did_you_mean<'a>(
    given: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let given = given.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&given, name), name))
        .filter(|(distance, name)| {
            let longest = given.len().max(name.len());
            longest > 2 && *distance <= longest / 3
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
