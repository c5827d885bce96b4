//! Names that join words without a mark: `weatherforecast`.

use rustc_hash::FxHashMap;

/// The shortest word that is looked for in a name.
const SHORTEST: usize = 3;

/// The shortest name that may be two words.
const NAME: usize = 7;

/// The parts of a joined name that are words of the catalogue, if they cover most of it: the cover
/// with the fewest letters left over, and among those with the fewest words.
pub(crate) fn split<'v>(name: &str, known: &'v FxHashMap<String, String>) -> Vec<&'v str> {
    if !name.is_ascii() || name.len() < NAME {
        return Vec::new();
    }
    // By end: letters left over, words, and the word that ends here.
    let mut best: Vec<(usize, usize, Option<(usize, &'v str)>)> = vec![(0, 0, None)];
    for end in 1..=name.len() {
        let (left, words, _) = best.get(end - 1).copied().unwrap_or_default();
        let mut here = (left + 1, words, None);
        for begin in 0..end.saturating_sub(SHORTEST - 1) {
            let Some(part) = name.get(begin..end) else { continue };
            // A name is no part of itself.
            if part.len() == name.len() {
                continue;
            }
            if let (Some(stem), Some((left, words, _))) = (known.get(part), best.get(begin)) {
                let candidate = (*left, words + 1, Some((begin, stem.as_str())));
                if (candidate.0, candidate.1) < (here.0, here.1) {
                    here = candidate;
                }
            }
        }
        best.push(here);
    }
    let (left, _, _) = best.last().copied().unwrap_or_default();
    if left * 4 > name.len() {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let mut end = name.len();
    while end > 0 {
        match best.get(end).and_then(|(_, _, word)| *word) {
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
