//! What is kept of the matches of one file.

use std::io;

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, Sink, SinkContext, SinkFinish, SinkMatch};

use super::options::GrepMode;
use super::report::MatchLine;
use crate::text::prefix_len;

/// Most characters of a line that are shown.
pub(super) const LONGEST_LINE: usize = 400;

/// Characters before the match that a clipped line keeps.
const LEAD: usize = 80;

/// What was found in one file.
#[derive(Debug, Default)]
pub(super) struct Hits {
    pub(super) lines: Vec<MatchLine>,
    /// Matching lines.
    pub(super) count: u64,
    /// Whether there are more matching lines than were wanted.
    pub(super) more: bool,
    /// Where the file turned out to be binary.
    pub(super) binary_at: Option<u64>,
    pub(super) bytes: usize,
}

impl Hits {
    /// How much of a limit they use up: matching lines, or one for the file.
    pub(super) fn weight(&self, mode: GrepMode) -> u64 {
        match mode {
            GrepMode::Content => self.count,
            GrepMode::Files | GrepMode::Count => 1,
        }
    }
}

/// Collects the matches of one file.
pub(super) struct Collect<'a> {
    pub(super) matcher: &'a RegexMatcher,
    pub(super) mode: GrepMode,
    /// Most matching lines.
    pub(super) most: u64,
    /// Most bytes of text.
    pub(super) room: usize,
    pub(super) invert: bool,
    pub(super) hits: Hits,
}

impl Collect<'_> {
    fn push(&mut self, number: u64, bytes: &[u8], is_match: bool) {
        let (text, omitted) = self.clip(bytes, is_match);
        self.hits.bytes += text.len() + 16;
        self.hits.lines.push(MatchLine { line: number, text, context: !is_match, omitted });
    }

    /// The text of a line, around the match if it is too long to be shown whole.
    fn clip(&self, bytes: &[u8], is_match: bool) -> (String, u64) {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        if bytes.len() <= LONGEST_LINE {
            return (String::from_utf8_lossy(bytes).into_owned(), 0);
        }
        let at = match is_match && !self.invert {
            true => self.matcher.find(bytes).ok().flatten().map_or(0, |found| found.start()),
            false => 0,
        };
        // A character has at most four bytes, so this much text is always enough.
        let from = at.saturating_sub(LEAD * 4);
        let window = bytes.get(from..bytes.len().min(at + LONGEST_LINE * 4)).unwrap_or_default();
        let window = String::from_utf8_lossy(window);
        let lead = String::from_utf8_lossy(bytes.get(from..at).unwrap_or_default());
        let lead = lead.chars().count().saturating_sub(LEAD);
        let start = prefix_len(&window, if from == 0 && at < LONGEST_LINE / 2 { 0 } else { lead });
        let shown = window.get(start..).unwrap_or_default();
        let shown = shown.get(..prefix_len(shown, LONGEST_LINE)).unwrap_or_default();
        let whole = count_chars(bytes);
        let omitted = whole.saturating_sub(shown.chars().count() as u64);
        let mut text = String::with_capacity(shown.len() + 40);
        if from + start > 0 {
            text.push('…');
        }
        text.push_str(shown);
        if omitted > 0 {
            text.push_str(&format!("… [{omitted} of {whole} characters left out]"));
        }
        (text, omitted)
    }
}

/// Characters, without decoding: bytes that do not continue one.
fn count_chars(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64
}

impl Sink for Collect<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> Result<bool, io::Error> {
        let first = found.line_number().unwrap_or_default();
        for (number, line) in (first..).zip(found.lines()) {
            if self.hits.count >= self.most || self.hits.bytes >= self.room {
                self.hits.more = true;
                return Ok(false);
            }
            self.hits.count += 1;
            match self.mode {
                GrepMode::Content => self.push(number, line, true),
                GrepMode::Files => return Ok(false),
                GrepMode::Count => {}
            }
        }
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, found: &SinkContext<'_>) -> Result<bool, io::Error> {
        if self.mode == GrepMode::Content {
            self.push(found.line_number().unwrap_or_default(), found.bytes(), false);
        }
        Ok(true)
    }

    fn finish(&mut self, _: &Searcher, finish: &SinkFinish) -> Result<(), io::Error> {
        if self.hits.binary_at.is_none() {
            self.hits.binary_at = finish.binary_byte_offset();
        }
        Ok(())
    }
}
