//! Regular expressions of schemas and parameters, compiled once.

use std::sync::{PoisonError, RwLock};

use regex::{Regex, RegexBuilder};
use rustc_hash::FxHashMap;

/// The most expressions that are kept; a program that uses more starts over.
const KEPT: usize = 1_024;

/// What was compiled; none for an expression that cannot be.
static COMPILED: RwLock<Option<FxHashMap<String, Option<Regex>>>> = RwLock::new(None);

/// Whether a text matches an unanchored pattern, as in JSON Schema.
///
/// A pattern that cannot be compiled (lookaround, back references, too large) accepts every
/// text: it is not held against the caller.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let kept = COMPILED.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = kept.as_ref().and_then(|all| all.get(pattern)) {
        return found.as_ref().is_none_or(|regex| regex.is_match(text));
    }
    drop(kept);
    let regex = RegexBuilder::new(pattern).size_limit(1 << 20).build().ok();
    let accepted = regex.as_ref().is_none_or(|regex| regex.is_match(text));
    let mut kept = COMPILED.write().unwrap_or_else(PoisonError::into_inner);
    let all = kept.get_or_insert_default();
    if all.len() >= KEPT {
        all.clear();
    }
    all.insert(pattern.to_owned(), regex);
    accepted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_unanchored_and_kept() {
        for _ in 0..2 {
            assert!(matches("b+", "abbc") && !matches("^b+$", "abbc"));
        }
    }

    #[test]
    fn a_pattern_that_cannot_be_compiled_accepts() {
        assert!(matches("(?=x)", "y"));
        assert!(matches("(?:a{1000}){1000}", "y"));
    }
}
