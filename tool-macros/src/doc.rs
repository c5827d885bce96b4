//! What a doc comment says: the description, the parameters, what is returned.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

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
            Section::Params => param_line(&mut doc.params, &line),
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

/// One line of a list of parameters: the start of an item, or more of the last one.
fn param_line(params: &mut Vec<DocParam>, line: &Line) {
    let indented = line.text.starts_with([' ', '\t']);
    if let Some((name, text)) = item(line.text.trim()).filter(|_| !indented || params.is_empty()) {
        params.push(DocParam { name, text, span: line.span });
        return;
    }
    if let Some(last) = params.last_mut()
        && !line.text.trim().is_empty()
    {
        last.text.push(' ');
        last.text.push_str(line.text.trim());
    }
}

/// ``* `name` - text``, in the usual spellings.
fn item(line: &str) -> Option<(String, String)> {
    let rest = line
        .strip_prefix(['*', '-', '+'])
        .filter(|rest| rest.starts_with(' '))
        .map(str::trim_start)?;
    let (name, rest) = match rest.strip_prefix("**").or_else(|| rest.strip_prefix('`')) {
        Some(quoted) => quoted.split_once(['`', '*'])?,
        None => {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (rest.get(..end)?, rest.get(end..)?)
        }
    };
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !plain {
        return None;
    }
    let rest = rest.trim_start_matches(['`', '*']).trim_start();
    // A type in parentheses, as some write it.
    let rest = match rest.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
        Some((_, after)) => after.trim_start(),
        None => rest,
    };
    let text = rest.trim_start_matches([':', '-', '–', '—']).trim_start();
    Some((name.to_owned(), text.to_owned()))
}

/// Links into the documentation of Rust as their text: a model cannot follow them.
pub(crate) fn without_links(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        match link(from) {
            Some((shown, after)) => {
                out.push_str(shown);
                rest = after;
            }
            None => {
                out.push('[');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// The shown text of an intra-doc link at the start of `from`, and what follows it.
fn link(from: &str) -> Option<(&str, &str)> {
    let inner = from.strip_prefix('[')?;
    let (shown, after) = inner.split_once(']')?;
    if shown.contains(['[', '\n']) {
        return None;
    }
    if let Some(target) = after.strip_prefix('(') {
        let (target, after) = target.split_once(')')?;
        let outside = target.contains("://")
            || target.starts_with(['#', '/', '.', '<'])
            || target.starts_with("mailto:");
        return if outside { None } else { Some((shown, after)) };
    }
    let code = shown.starts_with('`') && shown.ends_with('`') && shown.len() > 2;
    if let Some(target) = after.strip_prefix('[') {
        let (_, after) = target.split_once(']')?;
        return Some((shown, after));
    }
    code.then_some((shown, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn parsed(function: syn::ItemFn) -> Doc {
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
    fn lists_of_parameters_in_the_usual_spellings() {
        let doc = parsed(parse_quote! {
            /// F.
            ///
            /// # Arguments
            /// * `path` - Where to look,
            ///   from the root.
            /// - limit: Most results.
            /// * `deep` (bool) – Descend.
            /// - **name**: A name.
            fn f() {}
        });
        let found: Vec<(&str, &str)> =
            doc.params.iter().map(|p| (p.name.as_str(), p.text.as_str())).collect();
        assert_eq!(
            found,
            [
                ("path", "Where to look, from the root."),
                ("limit", "Most results."),
                ("deep", "Descend."),
                ("name", "A name."),
            ]
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
    fn links_to_items_become_text_and_links_to_pages_stay() {
        assert_eq!(
            without_links("see [`Foo`](crate::Foo) and [bar](super::bar)"),
            "see `Foo` and bar"
        );
        assert_eq!(
            without_links("[the page](https://example.org)"),
            "[the page](https://example.org)"
        );
        assert_eq!(without_links("an array [1, 2] and `[x]`"), "an array [1, 2] and `[x]`");
        assert_eq!(without_links("[`a`][b] c"), "`a` c");
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
