//! Searching one file.

use std::fs::File;
use std::io::{self, Read};

use grep_regex::RegexMatcher;
use grep_searcher::Searcher;
use tool_core::Cancel;

use super::matcher::{parts, whole};
use super::options::{GrepMode, GrepOptions};
use super::sink::{Collect, Hits};

/// Files up to this size are read whole: one read, and no copying of lines.
const WHOLE_BYTES: usize = 4 << 20;

/// What the engine reads at once of a file that it searches in parts.
const PART_BYTES: usize = 64 << 10;

/// Most bytes of text that are kept of all files together.
pub(super) const ROOM: usize = 1 << 20;

/// Searches files one after the other; it keeps the room for it.
pub(super) struct FileSearch<'a> {
    options: &'a GrepOptions,
    matcher: RegexMatcher,
    whole: Searcher,
    parts: Searcher,
    buffer: Vec<u8>,
    cancel: &'a Cancel,
}

impl<'a> FileSearch<'a> {
    pub(super) fn new(options: &'a GrepOptions, matcher: RegexMatcher, cancel: &'a Cancel) -> Self {
        let (whole, parts) = (whole(options), parts(options));
        FileSearch { options, matcher, whole, parts, buffer: Vec::new(), cancel }
    }

    pub(super) fn is_withdrawn(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Searches a file that was found on the way. What is binary from its start on is not
    /// searched; where it becomes so later, what stands well before that is, as in ripgrep.
    pub(super) fn found(&mut self, file: &File, size: u64) -> io::Result<Hits> {
        let Some(len) = self.read_whole(file, size)? else { return self.in_parts(file) };
        let bytes = self.buffer.get(..len).unwrap_or_default();
        if is_utf16(bytes) {
            return self.read_in_parts(len);
        }
        match memchr::memchr(0, bytes) {
            Some(at) if at < PART_BYTES => {
                Ok(Hits { binary_at: Some(at as u64), ..Hits::default() })
            }
            Some(_) => self.read_in_parts(len),
            None => self.slice(len),
        }
    }

    /// Searches a file that was asked for by its path: a binary one is searched too, and only
    /// said to match.
    pub(super) fn named(&mut self, file: &File, size: u64) -> io::Result<Hits> {
        let Some(len) = self.read_whole(file, size)? else {
            return self.named_in_parts(file);
        };
        let bytes = self.buffer.get(..len).unwrap_or_default();
        if is_utf16(bytes) {
            return self.read_in_parts(len);
        }
        let nul = memchr::memchr(0, bytes);
        let mut hits = self.slice(len)?;
        if let Some(at) = nul {
            hits.binary_at = Some(at as u64);
            hits.lines.clear();
        }
        Ok(hits)
    }

    /// Reads the file if it is small; the length of what was read.
    fn read_whole(&mut self, file: &File, size: u64) -> io::Result<Option<usize>> {
        let Some(size) = usize::try_from(size).ok().filter(|size| *size <= WHOLE_BYTES) else {
            return Ok(None);
        };
        // One byte more than the file is said to have, so that one read sees its end.
        if self.buffer.len() <= size {
            self.buffer.resize((size + 1).next_multiple_of(64 << 10), 0);
        }
        let mut len = 0;
        loop {
            let room = self.buffer.get_mut(len..).unwrap_or_default();
            if room.is_empty() {
                // It grew, or it lied about its size: what is endless must not be read whole.
                return Ok(None);
            }
            match (&mut &*file).read(room) {
                Ok(0) => return Ok(Some(len)),
                Ok(count) => {
                    len += count;
                    // A short read of a file with a size is its end.
                    if size > 0 && len == size {
                        return Ok(Some(len));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn slice(&mut self, len: usize) -> io::Result<Hits> {
        let mut sink = collect(self.options, &self.matcher);
        let bytes = self.buffer.get(..len).unwrap_or_default();
        self.whole.search_slice(&self.matcher, bytes, &mut sink)?;
        Ok(sink.hits)
    }

    fn read_in_parts(&mut self, len: usize) -> io::Result<Hits> {
        let mut sink = collect(self.options, &self.matcher);
        let bytes = self.buffer.get(..len).unwrap_or_default();
        self.parts.search_reader(&self.matcher, bytes, &mut sink)?;
        Ok(sink.hits)
    }

    fn in_parts(&mut self, file: &File) -> io::Result<Hits> {
        rewind(file)?;
        let mut sink = collect(self.options, &self.matcher);
        let reader = Stoppable { file, cancel: self.cancel };
        self.parts.search_reader(&self.matcher, reader, &mut sink)?;
        Ok(sink.hits)
    }

    fn named_in_parts(&mut self, file: &File) -> io::Result<Hits> {
        let hits = self.in_parts(file)?;
        if hits.binary_at.is_none() || hits.count > 0 {
            let lines = if hits.binary_at.is_some() { Vec::new() } else { hits.lines };
            return Ok(Hits { lines, ..hits });
        }
        // No match before the first NUL byte: the rest decides whether it matches at all.
        rewind(file)?;
        let options = GrepOptions { mode: GrepMode::Files, ..self.options.clone() };
        let mut sink = collect(&options, &self.matcher);
        let reader = Stoppable { file, cancel: self.cancel };
        self.whole.search_reader(&self.matcher, reader, &mut sink)?;
        Ok(Hits { binary_at: hits.binary_at, ..sink.hits })
    }
}

fn collect<'a>(options: &GrepOptions, matcher: &'a RegexMatcher) -> Collect<'a> {
    let most = match options.mode {
        GrepMode::Content => options.per_file.unwrap_or(u64::MAX).min(options.limit),
        GrepMode::Files => 1,
        GrepMode::Count => u64::MAX,
    };
    let (mode, invert) = (options.mode, options.invert);
    Collect { matcher, mode, most, room: ROOM, invert, hits: Hits::default() }
}

fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

fn rewind(mut file: &File) -> io::Result<()> {
    io::Seek::rewind(&mut file)
}

/// A file whose reading ends when the call is withdrawn.
struct Stoppable<'a> {
    file: &'a File,
    cancel: &'a Cancel,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("withdrawn"));
        }
        let mut file = self.file;
        file.read(room)
    }
}
