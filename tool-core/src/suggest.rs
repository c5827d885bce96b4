//! The nearest known name to a misspelt one.

/// The candidate nearest to `given`, if one is near enough to be what was meant.
///
/// Distance is Damerau-Levenshtein (a swap of neighbours counts once) over lower-cased text
/// with `-` and `_` equal; a third of the longer length, at least one edit, is allowed. Among
/// equals the first wins, so the answer is stable.
pub(crate) fn nearest<'a, I>(given: &str, candidates: I) -> Option<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    ranked(given, candidates).into_iter().next()
}

/// Every candidate near enough to `given`, best first, at most three.
pub(crate) fn ranked<'a, I>(given: &str, candidates: I) -> Vec<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    // Longer names than any that could be registered are not typing errors.
    if given.chars().count() > 96 {
        return Vec::new();
    }
    let wanted = fold(given);
    let mut found: Vec<(usize, &'a str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let folded = fold(candidate);
            let longest = wanted.len().max(folded.len());
            let allowed = allowed_edits(longest);
            if wanted.len().abs_diff(folded.len()) > allowed {
                // A name that contains the other whole is near however long: `find` for `find_files`.
                return (wanted.len() >= 3 && contains_word(&folded, &wanted))
                    .then_some((allowed + 1, candidate));
            }
            let distance = distance(&wanted, &folded);
            (distance <= allowed).then_some((distance, candidate))
        })
        .collect();
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().take(3).map(|(_, name)| name).collect()
}

/// A third of the letters, at least one; a name of one or two letters has none to spare.
fn allowed_edits(longest: usize) -> usize {
    if longest < 3 { 0 } else { (longest / 3).max(1) }
}

fn fold(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).map(|c| if c == '-' { '_' } else { c }).collect()
}

fn contains_word(whole: &[char], part: &[char]) -> bool {
    whole.split(|c| *c == '_').any(|word| word == part)
}

/// Optimal string alignment distance, two rows back.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, cb) in b.iter().enumerate() {
            let cost = usize::from(ca != cb);
            let mut best = at(&previous, j) + cost;
            best = best.min(at(&previous, j + 1) + 1).min(at(&row, j) + 1);
            if i > 0 && j > 0 && a.get(i - 1) == Some(cb) && b.get(j - 1) == Some(ca) {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut previous, row);
    }
    previous.last().copied().unwrap_or(0)
}

fn at(row: &[usize], index: usize) -> usize {
    row.get(index).copied().unwrap_or(usize::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_edit_a_swap_and_a_missing_letter_are_near() {
        let names = ["recursive", "pattern", "path", "limit"];
        assert_eq!(nearest("recursve", names), Some("recursive"));
        assert_eq!(nearest("pahtern", names), Some("pattern"));
        assert_eq!(nearest("lmiit", names), Some("limit"));
        assert_eq!(nearest("Path", names), Some("path"));
    }

    #[test]
    fn a_stranger_is_not_near() {
        assert_eq!(nearest("c", ["a", "b"]), None);
        assert_eq!(nearest("colour", ["pattern", "path", "limit"]), None);
        assert_eq!(nearest("", ["a_long_name"]), None);
    }

    #[test]
    fn a_whole_word_of_a_longer_name_is_near() {
        assert_eq!(nearest("find", ["read", "find_files"]), Some("find_files"));
    }

    #[test]
    fn an_endless_name_is_refused_without_work() {
        assert_eq!(nearest(&"x".repeat(100_000), ["x"]), None);
    }
}
