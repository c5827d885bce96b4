//! What changed between two texts, as a unified diff.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

use crate::text::prefix_len;

/// Time for finding the smallest difference; after it a larger one will do.
const PATIENCE: Duration = Duration::from_millis(400);

/// Longest diff that a result shows, in bytes.
const SHOWN: usize = 16 * 1024;

/// Longest line that a result shows of a diff, in characters.
const LONGEST_LINE: usize = 400;

/// What changed between two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Hunks without a header; empty if nothing changed.
    pub(crate) hunks: String,
    /// Lines that are new.
    pub(crate) added: u64,
    /// Lines that are gone.
    pub(crate) removed: u64,
}

impl Difference {
    /// Compares two texts line by line.
    pub(crate) fn of(old: &str, new: &str, context: usize) -> Self {
        if old == new {
            return Difference { hunks: String::new(), added: 0, removed: 0 };
        }
        let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
        let (mut added, mut removed) = (0, 0);
        for change in diff.iter_all_changes() {
            match change.tag() {
                ChangeTag::Insert => added += 1,
                ChangeTag::Delete => removed += 1,
                ChangeTag::Equal => {}
            }
        }
        let hunks = diff.unified_diff().context_radius(context).to_string();
        Difference { hunks, added, removed }
    }

    /// The hunks as a result shows them: bounded, and each line bounded.
    pub(crate) fn shown(&self) -> String {
        self.shown_within(SHOWN)
    }

    /// The hunks as a result shows them in so much room.
    pub(crate) fn shown_within(&self, room: usize) -> String {
        let mut text = String::new();
        // Line by line, with carriage returns: without them the diff would be another one.
        let lines = self.hunks.matches('\n').count();
        for (number, line) in self.hunks.split_terminator('\n').enumerate() {
            if text.len() >= room {
                text.push_str(&format!("[{} more lines of the diff]\n", lines - number));
                break;
            }
            let end = prefix_len(line, LONGEST_LINE);
            text.push_str(line.get(..end).unwrap_or_default());
            if end < line.len() {
                text.push_str(&format!("… [line of {} bytes, clipped]", line.len()));
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_a_hunk_with_counts() {
        let change = Difference::of("a\nb\nc\n", "a\nB\nc\nd\n", 1);
        assert_eq!(change.hunks, "@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n");
        assert_eq!((change.added, change.removed), (2, 1));
    }

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(Difference::of("a", "a", 3).hunks, "");
    }

    #[test]
    fn what_is_shown_is_bounded() {
        let long = "x".repeat(100_000);
        let many = (0..10_000).map(|line| format!("{line}\n")).collect::<String>();
        assert!(Difference::of("", &long, 3).shown().len() < 1_000);
        assert!(Difference::of("", &many, 3).shown().len() < SHOWN + 1_000);
    }
}
