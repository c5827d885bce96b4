//! Finding text in a file whose lines may end in `\n` or `\r\n`.
//!
//! Who writes the text does not see which of the two a file has, so a line's end in it matches
//! either. Nothing else is forgiven.

/// Text to find.
#[derive(Debug)]
pub(super) struct Needle<'a> {
    lines: Vec<&'a str>,
}

/// A place where it was found, in bytes.
pub(super) type Range = std::ops::Range<usize>;

impl<'a> Needle<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let lines = text.split('\n').collect::<Vec<_>>();
        let last = lines.len().saturating_sub(1);
        let plain = |(at, line): (usize, &'a str)| {
            // A carriage return before a line's end belongs to that end.
            if at < last { line.strip_suffix('\r').unwrap_or(line) } else { line }
        };
        Needle { lines: lines.into_iter().enumerate().map(plain).collect() }
    }

    /// All places where it stands, also those that overlap.
    pub(super) fn find_all(&self, text: &str) -> Vec<Range> {
        let Some((first, rest)) = self.lines.split_first() else { return Vec::new() };
        if rest.is_empty() {
            return overlapping(text, first);
        }
        if first.is_empty() {
            let ends = memchr::memchr_iter(b'\n', text.as_bytes());
            let start =
                |at: usize| at - usize::from(text.get(..at).is_some_and(|b| b.ends_with('\r')));
            return ends.filter_map(|at| self.at(text, start(at))).collect();
        }
        let starts = overlapping(text, first);
        starts.into_iter().filter_map(|found| self.at(text, found.start)).collect()
    }

    /// Whether it stands at this place, and how far it reaches.
    fn at(&self, text: &str, start: usize) -> Option<Range> {
        let mut end = start;
        for (number, line) in self.lines.iter().enumerate() {
            let mut rest = text.get(end..)?;
            if number > 0 {
                let after = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))?;
                end += rest.len() - after.len();
                rest = after;
            }
            rest.strip_prefix(line)?;
            end += line.len();
        }
        Some(start..end)
    }
}

/// All places of plain text, also those that overlap.
fn overlapping(text: &str, needle: &str) -> Vec<Range> {
    let finder = memchr::memmem::Finder::new(needle);
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
        let start = from + at;
        found.push(start..start + needle.len());
        // The next place starts behind the first character of this one.
        from = start + needle.chars().next().map_or(1, char::len_utf8);
    }
    found
}

/// Of places that may overlap, those that a replacement from the left takes.
pub(super) fn disjoint(found: Vec<Range>) -> Vec<Range> {
    let mut end = 0;
    found
        .into_iter()
        .filter(|range| {
            let free = range.start >= end;
            if free {
                end = range.end;
            }
            free
        })
        .collect()
}

/// The text that replaces what was found, with line ends as they are at that place: one by one
/// those that are replaced, then the last of these, or what the line itself ends in.
pub(super) fn in_style(text: &str, found: &Range, new: &str) -> String {
    let old = text.get(found.clone()).unwrap_or_default();
    if !text.contains('\r') {
        return new.to_owned();
    }
    let ends: Vec<&str> = old
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .map(|line| if line.ends_with("\r\n") { "\r\n" } else { "\n" })
        .collect();
    let default = ends.last().copied().unwrap_or_else(|| end_around(text, found.end));
    let mut styled = String::with_capacity(new.len() + 16);
    let mut ends = ends.into_iter();
    for line in new.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                styled.push_str(line.strip_suffix('\r').unwrap_or(line));
                styled.push_str(ends.next().unwrap_or(default));
            }
            None => styled.push_str(line),
        }
    }
    styled
}

/// What the line around a place ends in; the last line has what the one before it has.
fn end_around(text: &str, at: usize) -> &'static str {
    let after = text.get(at..).unwrap_or_default();
    let before_end = match after.find('\n') {
        Some(end) => text.get(..at + end).unwrap_or_default(),
        None => text.get(..at).and_then(|text| text.rsplit_once('\n')).map_or("", |(line, _)| line),
    };
    if before_end.ends_with('\r') { "\r\n" } else { "\n" }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "one place is found")]
mod tests {
    use super::*;

    fn found(text: &str, needle: &str) -> Vec<Range> {
        Needle::new(needle).find_all(text)
    }

    #[test]
    fn line_ends_match_either_way_and_nothing_else_does() {
        assert_eq!(found("a\r\nb\n", "a\nb"), [0..4]);
        assert_eq!(found("a\nb\n", "a\r\nb"), [0..3]);
        assert_eq!(found("x\r\ny", "\ny"), [1..4]);
        assert_eq!(found("x\r\ny", "x\n"), [0..3]);
        assert!(found("a\r\nb", "a b").is_empty());
        assert!(found("a \nb", "a\nb").is_empty());
        assert_eq!(found("\n\n", "\n"), [0..1, 1..2]);
    }

    #[test]
    fn overlapping_places_count() {
        assert_eq!(found("aaa", "aa"), [0..2, 1..3]);
        assert_eq!(disjoint(found("aaaa", "aa")), [0..2, 2..4]);
        assert_eq!(found("äää", "ää"), [0..4, 2..6]);
    }

    #[test]
    fn new_lines_end_as_those_around_them() {
        assert_eq!(in_style("a\r\nb\r\n", &(0..1), "x\ny"), "x\r\ny");
        assert_eq!(in_style("a\nb\r\n", &(0..1), "x\ny"), "x\ny");
        assert_eq!(in_style("a\nb\r\nc", &(0..5), "x\ny\nz\n"), "x\ny\r\nz\r\n");
        assert_eq!(in_style("a\r\nb", &(3..4), "x\ny"), "x\r\ny");
        assert_eq!(in_style("a\nb", &(0..1), "x\r\ny"), "x\r\ny");
    }
}
