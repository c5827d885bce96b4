//! Names that join words without a mark: `weatherforecast`.

use rustc_hash::FxHashMap;

/// The shortest word that is looked for in a name.
const SHORTEST: usize = 3;

/// The shortest name that may be two words.
const NAME: usize = 7;

/// How the letters up to a place are best covered.
#[derive(Clone, Copy, Default)]
struct Cover<'v> {
    /// Letters that belong to no word.
    left: usize,
    words: usize,
    /// Where the word begins that ends here, and its stem.
    last: Option<(usize, &'v str)>,
}

/// The parts of a joined name that are words of the catalogue, if they cover most of it: the cover
/// with the fewest letters left over, and among those with the fewest words.
pub(crate) fn split<'v>(name: &str, known: &'v FxHashMap<String, String>) -> Vec<&'v str> {
    if !name.is_ascii() || name.len() < NAME {
        return Vec::new();
    }
    let mut best: Vec<Cover<'v>> = vec![Cover::default()];
    for end in 1..=name.len() {
        let before = best.get(end - 1).copied().unwrap_or_default();
        let mut here = Cover { left: before.left + 1, words: before.words, last: None };
        for begin in 0..end.saturating_sub(SHORTEST - 1) {
            let Some(part) = name.get(begin..end) else { continue };
            // A name is no part of itself.
            if part.len() == name.len() {
                continue;
            }
            if let (Some(stem), Some(before)) = (known.get(part), best.get(begin)) {
                let words = before.words + 1;
                if (before.left, words) < (here.left, here.words) {
                    here = Cover { left: before.left, words, last: Some((begin, stem)) };
                }
            }
        }
        best.push(here);
    }
    if best.last().is_none_or(|whole| whole.left * 4 > name.len()) {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let mut end = name.len();
    while end > 0 {
        match best.get(end).and_then(|cover| cover.last) {
            Some((begin, stem)) => {
                parts.push(stem);
                end = begin;
            }
            None => end -= 1,
        }
    }
    parts.reverse();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(words: &[&str]) -> FxHashMap<String, String> {
        words.iter().map(|word| (word.to_string(), word.to_string())).collect()
    }

    #[test]
    fn a_joined_name_is_its_words() {
        let words = known(&["weather", "forecast", "cast", "fore", "weatherforecast", "her"]);
        assert_eq!(split("weatherforecast", &words), ["weather", "forecast"]);
        assert_eq!(split("weatherxyz", &known(&["weather", "xyz"])), ["weather", "xyz"]);
        assert!(split("abcdefghijk", &words).is_empty());
        assert!(split("weather", &words).is_empty() && split("", &words).is_empty());
        assert_eq!(split("weathers1forecast", &words), ["weather", "forecast"]);
    }
}
