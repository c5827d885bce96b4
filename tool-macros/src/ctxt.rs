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

    /// Adds errors that darling found in an option; `{name}` in a message stands for its name.
    pub(crate) fn darling(&self, option: &str, error: darling::Error) {
        for one in error.flatten() {
            let text = one.to_string().replace("{name}", option);
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

/// The name nearest to `given`, if one is near: a third of its letters may differ. A name of
/// several words is also near if one of its words is: `mode` for `access_mode`.
pub(crate) fn did_you_mean<'a>(
    given: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let given = given.to_lowercase();
    let near = |word: &str| {
        let distance = strsim::damerau_levenshtein(&given, word);
        let longest = given.len().max(word.len());
        (longest > 2 && distance <= longest / 3).then_some(2 * distance)
    };
    names
        .into_iter()
        .filter_map(|name| {
            let by_word = name.split('_').filter_map(near).min().map(|distance| distance + 1);
            Some((near(name).into_iter().chain(by_word).min()?, name))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_whole_or_by_a_word() {
        let names = ["access_mode", "aliases", "cost_tier", "stages", "tags", "category"];
        for (given, nearest) in [
            ("acces_mode", Some("access_mode")),
            ("acess", Some("access_mode")),
            ("mode", Some("access_mode")),
            ("Stage", Some("stages")),
            ("tag", Some("tags")),
            ("cost", Some("cost_tier")),
            ("completely_other", None),
            ("", None),
        ] {
            assert_eq!(did_you_mean(given, names), nearest, "{given}");
        }
    }

    #[test]
    #[should_panic(expected = "were not asked for")]
    fn errors_that_nobody_asks_for_are_a_defect() {
        Ctxt::new().span(Span::call_site(), "x");
    }
}
