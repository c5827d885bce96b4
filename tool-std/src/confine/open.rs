//! Opening what a path names.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{FileType, Stat, fstat};
use rustix::io::Errno;
use tool_core::ToolError;

use super::{Kind, Last, Root, Roots, Spot, fault, sys};

/// How often an entry that changes while it is opened is tried again.
const MAX_RACES: u32 = 64;

/// A regular file, open for reading.
#[derive(Debug)]
pub(crate) struct OpenFile {
    pub(crate) file: File,
    pub(crate) stat: Stat,
    pub(crate) spot: Spot,
}

/// A folder, open for listing.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) root: Arc<Root>,
    pub(crate) dir: Arc<OwnedFd>,
    /// The path from the root without links; empty for the root itself.
    pub(crate) real: PathBuf,
}

/// What a path names, open.
#[derive(Debug)]
pub(crate) enum Opened {
    File(Box<OpenFile>),
    Folder(Folder),
}

impl Roots {
    /// Opens a regular file.
    pub(crate) fn file(&self, path: &Path) -> Result<OpenFile, ToolError> {
        match self.open_any(path)? {
            Opened::File(file) => Ok(*file),
            Opened::Folder(_) => Err(fault::not_a_file(&path.to_string_lossy(), Kind::Directory)),
        }
    }

    /// Opens a folder.
    pub(crate) fn folder(&self, path: &Path) -> Result<Folder, ToolError> {
        match self.open_any(path)? {
            Opened::Folder(folder) => Ok(folder),
            Opened::File(_) => Err(fault::not_a_folder(&path.to_string_lossy(), Kind::File)),
        }
    }

    /// Opens a regular file or a folder, whichever it is.
    pub(crate) fn open_any(&self, path: &Path) -> Result<Opened, ToolError> {
        let shown = path.to_string_lossy();
        for _ in 0..MAX_RACES {
            let spot = self.existing(path, Last::Follow)?;
            // Pipes and devices are not opened at all: that alone can have effects.
            let opened = match spot.kind() {
                Some(Kind::File) => sys::read(&spot.dir, &spot.name),
                Some(Kind::Directory) => sys::list(&spot.dir, &spot.name),
                kind => return Err(fault::not_a_file(&shown, kind.unwrap_or(Kind::Unknown))),
            };
            let handle = match opened {
                Ok(handle) => handle,
                Err(Errno::LOOP | Errno::NOENT | Errno::NOTDIR) => continue,
                Err(error) => return Err(fault::system(&shown, error)),
            };
            let stat = fstat(&handle).map_err(|error| fault::system(&shown, error))?;
            if sys::is_process_fs(&handle) {
                return Err(fault::process_fs(&shown));
            }
            return match FileType::from_raw_mode(stat.st_mode).into() {
                Kind::File => {
                    Ok(Opened::File(Box::new(OpenFile { file: File::from(handle), stat, spot })))
                }
                Kind::Directory => Ok(Opened::Folder(Folder {
                    root: spot.root,
                    dir: Arc::new(handle),
                    real: spot.real,
                })),
                kind => Err(fault::not_a_file(&shown, kind)),
            };
        }
        Err(fault::system(&shown, Errno::AGAIN))
    }
}
