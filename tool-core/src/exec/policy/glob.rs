//! Patterns of policy rules.

use regex::{Regex, RegexBuilder};

/// A pattern over text or paths. `*` is any text, in a path any name; `**` in a path is any number
/// of folders; `?` is one character.
#[derive(Debug, Clone)]
pub(crate) struct Glob {
    pattern: String,
    matcher: Matcher,
}

/// Most patterns over text are a piece of it: for those no automaton is needed.
#[derive(Debug, Clone)]
enum Matcher {
    Exact,
    Anywhere(String),
    Start(String),
    End(String),
    Regex(Regex),
}

impl PartialEq for Glob {
    fn eq(&self, other: &Self) -> bool {
        self.pattern == other.pattern
    }
}

impl Glob {
    /// A pattern over any text.
    pub(crate) fn text(pattern: &str) -> Option<Self> {
        Glob::new(pattern, false)
    }

    /// A pattern over paths.
    pub(crate) fn path(pattern: &str) -> Option<Self> {
        Glob::new(pattern, true)
    }

    fn new(pattern: &str, in_paths: bool) -> Option<Self> {
        let matcher = match plain(pattern, in_paths) {
            Some(matcher) => matcher,
            None => Matcher::Regex(regex(pattern, in_paths)?),
        };
        Some(Glob { pattern: pattern.to_owned(), matcher })
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        match &self.matcher {
            Matcher::Exact => text == self.pattern,
            Matcher::Anywhere(piece) => text.contains(piece.as_str()),
            Matcher::Start(piece) => text.starts_with(piece.as_str()),
            Matcher::End(piece) => text.ends_with(piece.as_str()),
            Matcher::Regex(regex) => regex.is_match(text),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.pattern
    }

    /// The folder below which everything lies that a path pattern can match; empty if anywhere.
    pub(crate) fn folder(&self) -> &str {
        let wild = self.pattern.find(['*', '?']).unwrap_or(self.pattern.len());
        let plain = self.pattern.get(..wild).unwrap_or_default();
        plain.rfind('/').and_then(|end| plain.get(..end)).unwrap_or_default()
    }
}

/// Pieces of text between stars, or none.
fn plain(pattern: &str, in_paths: bool) -> Option<Matcher> {
    let middle = pattern.trim_matches('*');
    let starts = pattern.starts_with('*');
    let ends = pattern.len() > 1 && pattern.ends_with('*');
    if middle.contains(['*', '?']) || (in_paths && (starts || ends)) {
        return None;
    }
    let middle = middle.to_owned();
    Some(match (starts, ends) {
        (false, false) => Matcher::Exact,
        (true, true) => Matcher::Anywhere(middle),
        (false, true) => Matcher::Start(middle),
        (true, false) => Matcher::End(middle),
    })
}

fn regex(pattern: &str, in_paths: bool) -> Option<Regex> {
    let mut regex = String::from("^");
    let mut rest = pattern;
    while let Some(next) = rest.chars().next() {
        let (piece, taken) = match next {
            '*' if in_paths && rest.starts_with("**/") => ("(?:.*/)?".to_owned(), 3),
            '*' if in_paths && rest.starts_with("**") => (".*".to_owned(), 2),
            '*' if in_paths => ("[^/]*".to_owned(), 1),
            '*' => (".*".to_owned(), 1),
            '?' if in_paths => ("[^/]".to_owned(), 1),
            '?' => (".".to_owned(), 1),
            other => (regex::escape(other.encode_utf8(&mut [0; 4])), other.len_utf8()),
        };
        regex.push_str(&piece);
        rest = rest.get(taken..).unwrap_or_default();
    }
    regex.push('$');
    RegexBuilder::new(&regex).dot_matches_new_line(true).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_match_by_names_and_folders() {
        let matches = |pattern: &str, path: &str| Glob::path(pattern).unwrap().matches(path);
        assert!(matches("docs/**", "docs/a/b.md") && matches("docs/*", "docs/a.md"));
        assert!(!matches("docs/*", "docs/a/b.md") && !matches("docs/**", "docs2/a"));
        assert!(matches("**/.env", ".env") && matches("**/.env", "a/b/.env"));
        assert!(!matches("**/.env", "a/x.env") && !matches("*.md", "a/b.md"));
        assert!(matches("a?c", "abc") && !matches("a?c", "a/c") && matches("a.c", "a.c"));
        assert!(!matches("a.c", "abc"));
    }

    #[test]
    fn text_matches_across_everything() {
        let matches = |pattern: &str, text: &str| Glob::text(pattern).unwrap().matches(text);
        assert!(
            matches("git status*", "git status\n-s") && !matches("git status", "git status -s")
        );
        assert!(matches("*", "") && matches("[a]", "[a]"));
    }

    #[test]
    fn the_folder_of_a_pattern() {
        let folder = |pattern: &str| Glob::path(pattern).unwrap().folder().to_owned();
        assert_eq!(folder("docs/secret/**"), "docs/secret");
        assert_eq!(folder("**/.env"), "");
        assert_eq!(folder("docs/a*"), "docs");
    }
}
