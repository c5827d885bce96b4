//! Copying a file or a folder: it appears when it is complete.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;

use rustix::fs::{FileType, Mode, OFlags, fchmod, fstat, mkdirat, openat, readlinkat, symlinkat};
use rustix::io::Errno;
use rustix::path::Arg;
use tool_core::{Cancel, ToolError};

use crate::confine::{Kind, fault, sys};
use crate::walk::Reader;

/// Bytes that are copied between two looks at whether the call is withdrawn.
const CHUNK: usize = 1 << 20;

/// Folders in folders that are gone into.
const DEEPEST: usize = 200;

/// Copies entries; counts what it leaves out.
pub(super) struct Copier<'a> {
    pub(super) cancel: &'a Cancel,
    pub(super) path: &'a str,
    /// Pipes, sockets and devices, which are not copied.
    pub(super) left_out: u64,
    reader: Reader,
}

impl<'a> Copier<'a> {
    pub(super) fn new(path: &'a str, cancel: &'a Cancel) -> Self {
        Copier { cancel, path, left_out: 0, reader: Reader::new() }
    }

    /// Copies `name` in `from` to `new` in `to`, where nothing of that name may be.
    pub(super) fn entry<P: Arg + Copy, Q: Arg + Copy>(
        &mut self,
        from: &OwnedFd,
        name: P,
        kind: Kind,
        to: &OwnedFd,
        new: Q,
        depth: usize,
    ) -> Result<(), ToolError> {
        if self.cancel.is_cancelled() {
            return Err(fault::withdrawn());
        }
        match kind {
            Kind::File => self.file(from, name, to, new),
            Kind::Directory => self.folder(from, name, to, new, depth),
            Kind::Symlink => {
                let target = readlinkat(from, name, Vec::new()).map_err(|e| self.failed(e))?;
                symlinkat(target, to, new).map_err(|error| self.failed(error))
            }
            _ => {
                self.left_out += 1;
                Ok(())
            }
        }
    }

    fn failed(&self, error: Errno) -> ToolError {
        match error {
            Errno::NOSPC | Errno::DQUOT => {
                ToolError::new("the disk is full; the copy was given up")
            }
            error => fault::system(self.path, error),
        }
    }

    fn file<P: Arg, Q: Arg>(
        &self,
        from: &OwnedFd,
        name: P,
        to: &OwnedFd,
        new: Q,
    ) -> Result<(), ToolError> {
        let failed = |error| self.failed(error);
        let source = sys::read(from, name).map_err(failed)?;
        let stat = fstat(&source).map_err(failed)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(self.failed(Errno::AGAIN));
        }
        let flags =
            OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let target = openat(to, new, flags, Mode::from_raw_mode(0o600)).map_err(failed)?;
        self.bytes(File::from(source), &target)?;
        fchmod(&target, Mode::from_raw_mode(stat.st_mode & 0o777)).map_err(failed)
    }

    fn bytes(&self, source: File, target: &OwnedFd) -> Result<(), ToolError> {
        let failed =
            |error: io::Error| self.failed(Errno::from_io_error(&error).unwrap_or(Errno::IO));
        let mut target = File::from(target.try_clone().map_err(failed)?);
        let mut source = source;
        let mut buffer = vec![0; CHUNK];
        loop {
            if self.cancel.is_cancelled() {
                return Err(fault::withdrawn());
            }
            let count = source.read(&mut buffer).map_err(failed)?;
            if count == 0 {
                return Ok(());
            }
            target.write_all(buffer.get(..count).unwrap_or_default()).map_err(failed)?;
        }
    }

    fn folder<P: Arg, Q: Arg + Copy>(
        &mut self,
        from: &OwnedFd,
        name: P,
        to: &OwnedFd,
        new: Q,
        depth: usize,
    ) -> Result<(), ToolError> {
        if depth > DEEPEST {
            return Err(ToolError::new("the directories are nested too deeply to be copied"));
        }
        let source = sys::list(from, name).map_err(|error| self.failed(error))?;
        let stat = fstat(&source).map_err(|error| self.failed(error))?;
        mkdirat(to, new, Mode::from_raw_mode(0o700)).map_err(|error| self.failed(error))?;
        let target = sys::list(to, new).map_err(|error| self.failed(error))?;
        let entries = self.reader.read(&source).map_err(|error| self.failed(error))?;
        for (name, kind) in entries.all() {
            self.entry(&source, name, kind, &target, name, depth + 1)?;
        }
        self.reader.recycle(entries);
        fchmod(&target, Mode::from_raw_mode(stat.st_mode & 0o777))
            .map_err(|error| self.failed(error))
    }
}
