//! How files are reached: through handles of folders below the roots, never by name from
//! outside.
//!
//! A path is taken apart and walked one name at a time. Each folder on the way is opened
//! relative to the handle of the one before, with the kernel forbidden to follow links; a link
//! is read and its target walked in the same way, from the handles that are already held. So
//! nothing that changes on disk in the meantime can lead the walk out of the roots: it ends
//! inside, or it fails. No check is made by name and trusted afterwards.
//!
//! Links that stay inside the roots work, relative or absolute. Links that lead out, process
//! file systems (`/proc`) and everything that is neither file nor folder are refused.

pub(crate) mod fault;
mod near;
mod open;
mod resolve;
mod roots;
pub(crate) mod sys;
#[cfg(test)]
mod tests;

pub(crate) use open::{Folder, OpenFile, Opened};
pub(crate) use resolve::{Last, Spot};
pub(crate) use roots::{Root, Roots};

use rustix::fs::FileType;

/// What an entry of a folder is.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link.
    Symlink,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A device.
    Device,
    /// Something the system has no name for.
    Unknown,
}

impl Kind {
    /// The word for it in a sentence.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Kind::File => "a file",
            Kind::Directory => "a directory",
            Kind::Symlink => "a symbolic link",
            Kind::Fifo => "a named pipe",
            Kind::Socket => "a socket",
            Kind::Device => "a device",
            Kind::Unknown => "of an unknown type",
        }
    }
}

impl From<FileType> for Kind {
    fn from(kind: FileType) -> Self {
        match kind {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Directory,
            FileType::Symlink => Kind::Symlink,
            FileType::Fifo => Kind::Fifo,
            FileType::Socket => Kind::Socket,
            FileType::CharacterDevice | FileType::BlockDevice => Kind::Device,
            FileType::Unknown => Kind::Unknown,
        }
    }
}
