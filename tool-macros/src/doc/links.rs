//! Links of a doc comment, as a model should read them.

/// Links into the documentation of Rust as their text: a model cannot follow them. Code stays as
/// it is.
pub(super) fn without_links(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['[', '`']) {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let at_line_start = out.is_empty() || out.ends_with('\n');
        if let Some(after) = definition(from).filter(|_| at_line_start) {
            rest = after;
        } else if let Some((shown, after)) = link(from) {
            out.push_str(shown);
            rest = after;
        } else {
            let (kept, after) = from.split_at(code(from).unwrap_or(1));
            out.push_str(kept);
            rest = after;
        }
    }
    out.push_str(rest);
    out.trim_end().to_owned()
}

/// How long the code at the start of `from` is, its backticks included.
fn code(from: &str) -> Option<usize> {
    let ticks = from.len() - from.trim_start_matches('`').len();
    let (fence, inner) = from.split_at(ticks);
    if ticks == 0 {
        return None;
    }
    Some(inner.find(fence).map_or(ticks, |end| ticks + end + ticks))
}

/// What follows a line that says where a link leads: ``[`Foo`]: crate::Foo``.
fn definition(from: &str) -> Option<&str> {
    let (line, after) = from.split_once('\n').unwrap_or((from, ""));
    let (_, target) = line.strip_prefix('[')?.split_once("]:")?;
    let inside = !target.trim().is_empty() && !target.contains("://");
    (inside && !target.trim().contains(' ')).then_some(after)
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
    let path = shown.contains("::") && !shown.contains(' ');
    (code || path).then_some((shown, after))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(
            without_links("[crate::Foo], [one] and [a list]"),
            "crate::Foo, [one] and [a list]"
        );
        assert_eq!(
            without_links("See [`Foo`] and [this].\n\n[`Foo`]: crate::Foo\n[this]: https://x.org"),
            "See `Foo` and [this].\n\n[this]: https://x.org"
        );
    }

    #[test]
    fn code_stays_as_it_is() {
        for text in
            ["`f[i](x)` and ``a `[`b`](c)` d``", "```sh\necho ${a[0](1)} [`x`](y)\n```", "a ` [x"]
        {
            assert_eq!(without_links(text), text);
        }
    }
}
