//! The list of parameters in a doc comment.

use super::{DocParam, Line};

/// A list of parameters while it is read.
#[derive(Default)]
pub(super) struct ParamList {
    pub(super) params: Vec<DocParam>,
    /// Whether its items have bullets.
    bullets: bool,
    /// Whether the next line can go on with the last item.
    open: bool,
}

/// One line of a list of parameters: the start of an item, or more of the last one. What stands
/// after an empty line and is no item speaks of no parameter.
pub(super) fn param_line(list: &mut ParamList, line: &Line) {
    let trimmed = line.text.trim();
    if trimmed.is_empty() {
        list.open = false;
        return;
    }
    let indented = line.text.starts_with([' ', '\t']);
    let bullet = bullet(trimmed);
    let started = match bullet {
        Some(rest) if !indented || list.params.is_empty() => item(rest, false),
        // A list without bullets, each line of which starts a parameter.
        None if !list.bullets && !indented => item(trimmed, true),
        _ => None,
    };
    if let Some((name, text)) = started {
        list.bullets |= bullet.is_some();
        list.open = true;
        list.params.push(DocParam { name, text, span: line.span });
    } else if let Some(last) = list.params.last_mut()
        && (list.open || indented)
    {
        last.text.push(' ');
        last.text.push_str(trimmed);
    }
}

/// What follows `*`, `-`, `+`, `1.` or `1)`.
fn bullet(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix(['*', '-', '+']) {
        Some(rest) => rest,
        None => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() == line.len() {
                return None;
            }
            rest.strip_prefix(['.', ')'])?
        }
    };
    rest.starts_with(' ').then(|| rest.trim_start())
}

/// `` `name` - text``, in the usual spellings. A bare name may need a mark after it to be one.
fn item(line: &str, marked: bool) -> Option<(String, String)> {
    let quoted = line.trim_start_matches(['`', '*']);
    let (name, rest) = match quoted.len() < line.len() {
        true => quoted.split_once(['`', '*'])?,
        false => {
            let end = line.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len());
            let (name, rest) = (line.get(..end)?, line.get(end..)?);
            let mark = rest.trim_start().starts_with([':', '–', '—'])
                || rest.trim_start().starts_with("- ");
            if marked && !mark {
                return None;
            }
            (name, rest)
        }
    };
    let name = name.strip_prefix("r#").unwrap_or(name);
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

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::super::tests::parsed;

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

    fn listed(function: syn::ItemFn) -> Vec<(String, String)> {
        parsed(function).params.into_iter().map(|param| (param.name, param.text)).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn lists_without_bullets_and_numbered_ones() {
        let plain = listed(parse_quote! {
            /// F.
            ///
            /// # Parameters
            ///
            /// All are required:
            ///
            /// path: Where to look,
            /// from the root
            /// `limit` - Most results.
            ///
            /// What follows is not about `limit`.
            fn f() {}
        });
        assert_eq!(
            plain,
            pairs(&[("path", "Where to look, from the root"), ("limit", "Most results.")])
        );
        let numbered = listed(parse_quote! {
            /// F.
            ///
            /// # Params:
            /// 1. `r#type` — Which sort: `a` or `b`.
            /// 2) **`deep`**: Descend.
            ///
            ///    In all folders.
            /// * bare Text without a mark.
            fn f() {}
        });
        assert_eq!(
            numbered,
            pairs(&[
                ("type", "Which sort: `a` or `b`."),
                ("deep", "Descend. In all folders."),
                ("bare", "Text without a mark."),
            ])
        );
    }
}
