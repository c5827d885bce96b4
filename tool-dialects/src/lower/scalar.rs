//! Numbers and text.

use serde_json::Value;

use super::walk::{Draft, Walk};
use crate::report::Action;
use crate::rules::{Patterns, sources};
use crate::schema::{Bounds, Node, Text};

/// Widths of machine types. Checkers log them as unknown at every call, and the bounds say as much.
const WIDTHS: &[&str] = &[
    "int8", "int16", "int32", "int64", "int128", "uint8", "uint16", "uint32", "uint64", "uint128",
    "int", "uint", "float", "double",
];

impl Walk<'_> {
    pub(super) fn number(&mut self, node: &Node, bounds: &Bounds, draft: &mut Draft) {
        self.set_type(draft, if bounds.integer { "integer" } else { "number" });
        if let Some(format) = &bounds.format {
            if self.profile.takes("format") && self.profile.number_formats.contains(&&**format) {
                draft.body.insert("format".to_owned(), format.clone().into());
            } else if WIDTHS.contains(&&**format) {
                let at = format!("{}/format", node.path);
                let reason = "the width of a machine type says nothing to a model";
                self.lose(&at, Action::Dropped, reason, sources::NUMBER_FORMATS);
            } else {
                self.say(draft, node, "format", &format.clone().into());
            }
        }
        let both = [
            ("minimum", &bounds.minimum),
            ("maximum", &bounds.maximum),
            ("exclusiveMinimum", &bounds.above),
            ("exclusiveMaximum", &bounds.below),
            ("multipleOf", &bounds.multiple),
        ];
        for (keyword, value) in both {
            let Some(value) = value else { continue };
            if !bounds.integer && !self.profile.fraction_bounds {
                self.say(draft, node, keyword, &Value::Number(value.clone()));
                continue;
            }
            if let Some((inclusive, next)) = self.inclusive(bounds, keyword, value) {
                draft.body.insert(inclusive.to_owned(), next.into());
                let at = format!("{}/{keyword}", node.path);
                let reason = format!("sent as `{inclusive}`, the same for an integer");
                self.lose(&at, Action::Rewritten, reason, self.profile.cite(keyword));
                continue;
            }
            self.put(draft, node, keyword, Value::Number(value.clone()));
        }
    }

    /// For integers, more than 3 is at least 4.
    fn inclusive(
        &self,
        bounds: &Bounds,
        keyword: &str,
        value: &serde_json::Number,
    ) -> Option<(&'static str, i64)> {
        let (inclusive, step, other) = match keyword {
            "exclusiveMinimum" => ("minimum", 1, &bounds.minimum),
            "exclusiveMaximum" => ("maximum", -1, &bounds.maximum),
            _ => return None,
        };
        let usable = bounds.integer
            && other.is_none()
            && !self.profile.takes(keyword)
            && self.profile.takes(inclusive);
        let next = value.as_i64()?.checked_add(step)?;
        usable.then_some((inclusive, next))
    }

    pub(super) fn text(&mut self, node: &Node, text: &Text, draft: &mut Draft) {
        self.set_type(draft, "string");
        if let Some(format) = &text.format {
            if self.profile.takes("format") && self.profile.takes_format(format) {
                draft.body.insert("format".to_owned(), format.clone().into());
            } else {
                self.say(draft, node, "format", &format.clone().into());
            }
        }
        if let Some(pattern) = &text.pattern {
            self.pattern(node, pattern, draft);
        }
        if text.min == Some(1) && text.max == Some(1) && self.one_character(node, text, draft) {
            return;
        }
        if let Some(min) = text.min {
            self.put(draft, node, "minLength", min);
        }
        if let Some(max) = text.max {
            self.put(draft, node, "maxLength", max);
        }
    }

    /// A `char`, where lengths are not taken and patterns are.
    fn one_character(&mut self, node: &Node, text: &Text, draft: &mut Draft) -> bool {
        let usable = !self.profile.takes("minLength")
            && self.profile.takes("pattern")
            && self.profile.patterns != Patterns::Unanchored
            && text.pattern.is_none();
        if usable {
            draft.body.insert("pattern".to_owned(), "^.$".into());
            for keyword in ["minLength", "maxLength"] {
                let at = format!("{}/{keyword}", node.path);
                let reason = "a length of one is sent as a pattern";
                self.lose(&at, Action::Rewritten, reason, self.profile.cite(keyword));
            }
        }
        usable
    }

    fn pattern(&mut self, node: &Node, pattern: &str, draft: &mut Draft) {
        let allowed = match self.profile.patterns {
            Patterns::Any => true,
            Patterns::Regular => is_regular(pattern),
            Patterns::Simple => is_regular(pattern) && is_simple(pattern),
            Patterns::Anchored => {
                is_regular(pattern) && is_simple(pattern) && anchored(pattern).is_some()
            }
            Patterns::Unanchored => {
                let inner = anchored(pattern).unwrap_or(pattern);
                let usable = self.profile.takes("pattern")
                    && is_regular(inner)
                    && is_simple(inner)
                    && !inner.contains(['^', '$']);
                if usable {
                    draft.body.insert("pattern".to_owned(), inner.into());
                    if inner != pattern {
                        let at = format!("{}/pattern", node.path);
                        let reason = "sent without `^` and `$`, which are not taken";
                        self.lose(&at, Action::Rewritten, reason, self.profile.cite("pattern"));
                    }
                    return;
                }
                false
            }
        };
        if allowed {
            self.put(draft, node, "pattern", pattern);
        } else {
            self.say(draft, node, "pattern", &pattern.into());
        }
    }
}

/// Without lookaround and back references.
fn is_regular(pattern: &str) -> bool {
    let lookaround = ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|part| pattern.contains(part));
    !lookaround && !escapes(pattern).any(|c| c.is_ascii_digit() && c != '0' || c == 'k')
}

/// Without `\b`, `\p` and other groups than plain ones.
fn is_simple(pattern: &str) -> bool {
    !escapes(pattern).any(|c| "bBpP".contains(c)) && !pattern.contains("(?")
}

/// The characters that stand after a backslash.
fn escapes(pattern: &str) -> impl Iterator<Item = char> + '_ {
    let mut characters = pattern.chars();
    std::iter::from_fn(move || {
        loop {
            if characters.next()? == '\\' {
                return characters.next();
            }
        }
    })
}

/// What stands between `^` and `$`, if these hold the whole pattern.
fn anchored(pattern: &str) -> Option<&str> {
    let inner = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let mut depth = 0_usize;
    let mut in_class = false;
    let mut characters = inner.chars();
    while let Some(c) = characters.next() {
        match c {
            // The `$` itself was escaped, when nothing follows.
            '\\' => {
                characters.next()?;
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth = depth.saturating_sub(1),
            '|' if !in_class && depth == 0 => return None,
            _ => {}
        }
    }
    Some(inner)
}

#[cfg(test)]
mod tests {
    use super::{anchored, is_regular, is_simple};

    #[test]
    fn a_pattern_is_anchored_only_as_a_whole() {
        assert_eq!(anchored("^[a-z|]+$"), Some("[a-z|]+"));
        assert_eq!(anchored("^(a|b)$"), Some("(a|b)"));
        assert_eq!(anchored("^a|b$"), None);
        assert_eq!(anchored(r"^a\$"), None);
        assert_eq!(anchored("[a-z]+"), None);
    }

    #[test]
    fn lookaround_and_back_references_are_not_regular() {
        assert!(is_regular(r"^\d{3}-\w+$"));
        assert!(!is_regular(r"(a)\1"));
        assert!(!is_regular("(?=a)b"));
        assert!(!is_regular("(?<!a)b"));
        assert!(!is_simple(r"\bword\b"));
        assert!(is_simple(r"\\bword"));
    }
}
