//! What the caller may have meant by text that is not there.

use crate::text::prefix_len;

/// Lines of a file and of the text that are compared at most, multiplied.
const MOST_WORK: usize = 20_000_000;

/// Lines of the near miss that are shown.
const SHOWN: usize = 12;

/// Line number and text of the lines in which places stand.
pub(super) fn lines_of(text: &str, places: impl Iterator<Item = usize>) -> Vec<(usize, String)> {
    let line = |at: usize| {
        let before = text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.to_owned())
    };
    places.map(line).collect()
}

/// The lines that are most like the text, shown as they are, if any are like it.
pub(crate) fn near_miss(text: &str, old: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let wanted: Vec<&str> = old.trim_matches('\n').lines().collect();
    if wanted.is_empty() || lines.len().saturating_mul(wanted.len()) > MOST_WORK {
        return None;
    }
    let score = |start: usize| {
        let window = lines.get(start..).unwrap_or_default();
        let alike = wanted.iter().zip(window).filter(|(a, b)| squeezed(a) == squeezed(b));
        alike.filter(|(a, _)| !a.trim().is_empty()).count()
    };
    let (start, alike) =
        (0..lines.len()).map(|start| (start, score(start))).max_by_key(|(start, score)| {
            // Of equals, the first.
            (*score, std::cmp::Reverse(*start))
        })?;
    let start = match alike {
        0 => similar_line(&lines, &wanted)?,
        _ => start,
    };
    let solid = wanted.iter().filter(|line| !line.trim().is_empty()).count();
    let mut hint = match alike == solid {
        true => "These lines differ from it only in white space:\n".to_owned(),
        false => "Nearest lines in the file (nothing is matched by likeness):\n".to_owned(),
    };
    for (number, line) in lines.iter().enumerate().skip(start).take(wanted.len().min(SHOWN)) {
        let end = prefix_len(line, 200);
        hint.push_str(&format!("{}\t{}\n", number + 1, line.get(..end).unwrap_or_default()));
    }
    hint.push_str("Copy the text exactly.");
    Some(hint)
}

/// The line that is most like the first line of the text, if it is alike at all.
fn similar_line(lines: &[&str], wanted: &[&str]) -> Option<usize> {
    let first = wanted.iter().find(|line| !line.trim().is_empty())?.trim();
    if first.len() > 200 || lines.len() > 20_000 {
        return None;
    }
    let likeness = |line: &&str| {
        let line = line.trim();
        match line.len() > 400 {
            true => 0.0,
            false => strsim::normalized_levenshtein(first, line),
        }
    };
    let scored = lines.iter().map(likeness).enumerate();
    let (at, best) = scored.fold((0, 0.0), |best, this| if this.1 > best.1 { this } else { best });
    (best >= 0.6).then_some(at)
}

fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
