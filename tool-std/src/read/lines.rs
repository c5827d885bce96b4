//! Lines of a file, without holding more of it than is shown.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use tool_core::Cancel;

/// Bytes that are read at once: they stay in the processor's cache.
const CHUNK: usize = 256 * 1024;

/// Most bytes that are kept of one line: enough for what is shown of it.
const KEPT: usize = 16 * 1024;

/// A line, or its start.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    /// Length without its end.
    pub(super) len: u64,
}

/// Reads a file forwards from some place.
pub(super) struct Lines<'a> {
    file: &'a File,
    cancel: &'a Cancel,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    offset: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(file: &'a File, offset: u64, cancel: &'a Cancel) -> Self {
        Lines { file, cancel, buffer: vec![0; CHUNK], at: 0, filled: 0, offset }
    }

    /// Reads on; false at the end of the file.
    fn fill(&mut self) -> io::Result<bool> {
        if self.cancel.is_cancelled() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.at = 0;
        self.filled = read_at(self.file, &mut self.buffer, self.offset)?;
        self.offset += self.filled as u64;
        Ok(self.filled > 0)
    }

    /// The byte at which the next line begins.
    pub(super) fn byte(&self) -> u64 {
        self.offset - (self.filled - self.at) as u64
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.at..self.filled).unwrap_or_default()
    }

    /// Passes over lines; how many there were, at most `count`.
    pub(super) fn skip(&mut self, count: u64) -> io::Result<u64> {
        let mut passed = 0;
        let mut partial = false;
        while passed < count {
            if self.at == self.filled && !self.fill()? {
                // The last line may have no end.
                return Ok(passed + u64::from(partial));
            }
            let rest = self.rest();
            let ends = memchr::memchr_iter(b'\n', rest).count() as u64;
            if passed + ends < count {
                passed += ends;
                partial = rest.last() != Some(&b'\n');
                self.at = self.filled;
                continue;
            }
            // The line to stop at ends in this chunk.
            let nth = usize::try_from(count - passed - 1).unwrap_or(usize::MAX);
            let end = memchr::memchr_iter(b'\n', rest).nth(nth).unwrap_or(rest.len());
            self.at += end + 1;
            passed = count;
        }
        Ok(passed)
    }

    /// The next line.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Line::default();
        let mut any = false;
        loop {
            if self.at == self.filled && !self.fill()? {
                return Ok(any.then_some(line));
            }
            any = true;
            let rest = self.rest();
            let end = memchr::memchr(b'\n', rest);
            let part = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            let room = KEPT.saturating_sub(line.bytes.len()).min(part.len());
            line.bytes.extend_from_slice(part.get(..room).unwrap_or_default());
            line.len += part.len() as u64;
            self.at += part.len() + usize::from(end.is_some());
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }

    /// Whether the file goes on.
    pub(super) fn has_more(&mut self) -> io::Result<bool> {
        Ok(self.at < self.filled || self.fill()?)
    }
}

/// Where the last `count` lines of a file start. Only the end of the file is read.
pub(super) fn start_of_last(
    file: &File,
    size: u64,
    first: u64,
    count: u64,
    cancel: &Cancel,
) -> io::Result<u64> {
    let mut buffer = vec![0; CHUNK];
    let mut end = size;
    let mut seen = 0;
    while end > first {
        if cancel.is_cancelled() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let start = end.saturating_sub(CHUNK as u64).max(first);
        let room = usize::try_from(end - start).unwrap_or(CHUNK);
        let chunk = buffer.get_mut(..room).unwrap_or_default();
        let filled = read_at(file, chunk, start)?;
        let chunk = buffer.get(..filled).unwrap_or_default();
        for at in memchr::memchr_iter(b'\n', chunk).rev() {
            let after = start + at as u64 + 1;
            // The end of the last line starts no line.
            if after == size {
                continue;
            }
            seen += 1;
            if seen == count {
                return Ok(after);
            }
        }
        end = start;
    }
    Ok(first)
}

/// Lines that end before a place.
pub(super) fn count_before(file: &File, end: u64, cancel: &Cancel) -> io::Result<u64> {
    let mut buffer = vec![0; CHUNK];
    let (mut offset, mut lines) = (0, 0);
    while offset < end {
        if cancel.is_cancelled() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let room = usize::try_from(end - offset).unwrap_or(CHUNK).min(CHUNK);
        let filled = read_at(file, buffer.get_mut(..room).unwrap_or_default(), offset)?;
        if filled == 0 {
            break;
        }
        let chunk = buffer.get(..filled).unwrap_or_default();
        lines += memchr::memchr_iter(b'\n', chunk).count() as u64;
        offset += filled as u64;
    }
    Ok(lines)
}

/// Fills the room from some place of the file, as far as the file goes.
pub(super) fn read_at(file: &File, room: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = room.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match file.read_at(rest, offset + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
