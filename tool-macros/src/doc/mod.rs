//! What a doc comment says: the description, the parameters, what is returned.

mod links;
mod list;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use links::without_links;
use list::{ParamList, param_line};

use crate::ctxt::Ctxt;

/// A doc comment, taken apart.
#[derive(Default)]
pub(crate) struct Doc {
    /// The text up to the first heading, with what is returned.
    pub(crate) description: String,
    /// The parameters that a list names, each with the place of its line.
    pub(crate) params: Vec<DocParam>,
    /// Whether some of it could not be seen, which was said.
    pub(crate) hidden: bool,
}

pub(crate) struct DocParam {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) span: Span,
}

struct Line {
    text: String,
    span: Span,
}

/// Where in a doc comment a line stands.
enum Section {
    Description,
    Params,
    Returns,
    Other,
}

pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

/// Takes a function's doc comment apart.
pub(crate) fn parse(ctxt: &Ctxt, attributes: &[Attribute]) -> Doc {
    let mut doc = Doc { hidden: attributes.iter().any(is_made), ..Doc::default() };
    let mut section = Section::Description;
    let mut description = Vec::new();
    let mut returns: Vec<String> = Vec::new();
    let mut list = ParamList::default();
    let mut fenced = false;
    for line in lines(ctxt, attributes) {
        let trimmed = line.text.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fenced = !fenced;
        }
        if !fenced && let Some(title) = heading(trimmed) {
            section = match title.to_lowercase().trim_end_matches(':') {
                "arguments" | "argument" | "args" | "parameters" | "parameter" | "params" => {
                    Section::Params
                }
                "returns" | "return" => Section::Returns,
                _ => Section::Other,
            };
            continue;
        }
        match section {
            Section::Description => description.push(line.text),
            Section::Params => param_line(&mut list, &line),
            Section::Returns if !trimmed.is_empty() => returns.push(trimmed.to_owned()),
            Section::Returns | Section::Other => {}
        }
    }
    doc.description = without_links(description.join("\n").trim());
    if !returns.is_empty() {
        let text = without_links(&returns.join(" "));
        let sentence = text.trim_end_matches('.');
        let line = if sentence.to_lowercase().starts_with("return") {
            format!("{sentence}.")
        } else {
            format!("Returns: {sentence}.")
        };
        doc.description = format!("{}\n\n{line}", doc.description).trim().to_owned();
    }
    doc.params = list.params;
    for param in &mut doc.params {
        param.text = without_links(param.text.trim());
    }
    doc
}

/// The text of a parameter's own doc comment.
pub(crate) fn text(ctxt: &Ctxt, attributes: &[Attribute]) -> String {
    let lines: Vec<String> = lines(ctxt, attributes).into_iter().map(|line| line.text).collect();
    without_links(lines.join("\n").trim())
}

fn lines(ctxt: &Ctxt, attributes: &[Attribute]) -> Vec<Line> {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|attribute| is_doc(attribute)) {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                for line in text.value().lines() {
                    let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
                    lines.push(Line { text: line.to_owned(), span: attribute.span() });
                }
                if text.value().is_empty() {
                    lines.push(Line { text: String::new(), span: attribute.span() });
                }
            }
            other => ctxt.at(
                other,
                "this doc comment is made by a macro, whose text `#[tool]` cannot see; write it as \
                 `///` lines",
            ),
        }
    }
    lines
}

/// Whether a doc comment is made by a macro.
fn is_made(attribute: &Attribute) -> bool {
    let Meta::NameValue(pair) = &attribute.meta else { return false };
    is_doc(attribute) && !matches!(&pair.value, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }))
}

fn heading(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    (1..=6).contains(&level).then_some(())?;
    title.starts_with(' ').then(|| title.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    pub(super) fn parsed(function: syn::ItemFn) -> Doc {
        let ctxt = Ctxt::new();
        let doc = parse(&ctxt, &function.attrs);
        assert!(ctxt.finish().is_none());
        doc
    }

    #[test]
    fn the_description_ends_at_the_first_heading() {
        let doc = parsed(parse_quote! {
            /// Find files.
            ///
            /// Prefer this over [`list_dir`] when part of the name is known.
            ///
            /// # Errors
            /// When it fails.
            ///
            /// # Returns
            /// The paths,
            /// in order.
            fn f() {}
        });
        assert_eq!(
            doc.description,
            "Find files.\n\nPrefer this over `list_dir` when part of the name is known.\n\n\
             Returns: The paths, in order."
        );
    }

    #[test]
    fn a_heading_within_a_code_fence_is_text() {
        let doc = parsed(parse_quote! {
            /// Runs a script:
            /// ```sh
            /// # Arguments
            /// ```
            /// Done.
            fn f() {}
        });
        assert!(doc.description.ends_with("Done."));
        assert!(doc.params.is_empty());
    }

    #[test]
    fn text_made_by_a_macro_is_refused() {
        let ctxt = Ctxt::new();
        let function: syn::ItemFn = parse_quote! {
            #[doc = include_str!("x.md")]
            fn f() {}
        };
        parse(&ctxt, &function.attrs);
        assert!(ctxt.finish().is_some());
    }
}
