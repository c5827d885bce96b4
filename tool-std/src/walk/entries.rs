//! The entries of one folder, read at once and sorted.

use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, FileType, statat};
use rustix::io::Errno;

use crate::confine::Kind;

/// Room for entries as the kernel gives them.
const BUFFER: usize = 64 * 1024;

/// Listings whose room is kept for others.
const SPARE: usize = 64;

/// Reads folders; it keeps the room for it.
pub(crate) struct Reader {
    #[cfg(target_os = "linux")]
    buffer: Box<[MaybeUninit<u8>]>,
    spare: Vec<Entries>,
}

/// The entries of a folder, by name.
#[derive(Default)]
pub(crate) struct Entries {
    names: Vec<u8>,
    sorted: Vec<Slot>,
    next: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    start: u32,
    len: u16,
    kind: Kind,
}

impl Reader {
    pub(crate) fn new() -> Self {
        Reader {
            #[cfg(target_os = "linux")]
            buffer: vec![MaybeUninit::uninit(); BUFFER].into_boxed_slice(),
            spare: Vec::new(),
        }
    }

    /// Reads the folder.
    pub(crate) fn read(&mut self, dir: &OwnedFd) -> Result<Entries, Errno> {
        let mut entries = self.spare.pop().unwrap_or_default();
        self.fill(dir, &mut entries)?;
        entries.sort();
        Ok(entries)
    }

    #[cfg(target_os = "linux")]
    fn fill(&mut self, dir: &OwnedFd, entries: &mut Entries) -> Result<(), Errno> {
        let mut raw = rustix::fs::RawDir::new(dir, &mut self.buffer);
        while let Some(entry) = raw.next() {
            let entry = entry?;
            entries.push(dir, entry.file_name().to_bytes(), entry.file_type());
        }
        Ok(())
    }

    #[cfg(not(target_os = "linux"))]
    fn fill(&mut self, dir: &OwnedFd, entries: &mut Entries) -> Result<(), Errno> {
        for entry in rustix::fs::Dir::read_from(dir)? {
            let entry = entry?;
            entries.push(dir, entry.file_name().to_bytes(), entry.file_type());
        }
        Ok(())
    }

    /// Takes room back that is needed no longer.
    pub(crate) fn recycle(&mut self, mut entries: Entries) {
        entries.names.clear();
        entries.sorted.clear();
        entries.next = 0;
        if self.spare.len() < SPARE {
            self.spare.push(entries);
        }
    }
}

impl Entries {
    fn push(&mut self, dir: &OwnedFd, name: &[u8], kind: FileType) {
        if matches!(name, b"." | b"..") {
            return;
        }
        let kind = match kind {
            // Some file systems do not say it in the listing.
            FileType::Unknown => statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)
                .map_or(FileType::Unknown, |stat| FileType::from_raw_mode(stat.st_mode)),
            kind => kind,
        };
        let (Ok(start), Ok(len)) = (u32::try_from(self.names.len()), u16::try_from(name.len()))
        else {
            // Four gigabytes of names in one folder: the rest stays unseen.
            return;
        };
        self.names.extend_from_slice(name);
        self.sorted.push(Slot { start, len, kind: kind.into() });
    }

    fn sort(&mut self) {
        let names = &self.names;
        self.sorted.sort_unstable_by(|a, b| name_of(names, *a).cmp(name_of(names, *b)));
    }

    /// The next entry.
    pub(crate) fn next(&mut self) -> Option<(&[u8], Kind)> {
        let slot = *self.sorted.get(self.next)?;
        self.next += 1;
        Some((name_of(&self.names, slot), slot.kind))
    }

    /// All entries, also those already given.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&[u8], Kind)> + Clone {
        self.sorted.iter().map(|slot| (name_of(&self.names, *slot), slot.kind))
    }

    /// The entries that were not given yet.
    pub(crate) fn rest(&self) -> impl Iterator<Item = (&[u8], Kind)> {
        let rest = self.sorted.get(self.next..).unwrap_or_default();
        rest.iter().map(|slot| (name_of(&self.names, *slot), slot.kind))
    }

    /// Whether there is an entry of that name.
    pub(crate) fn has(&self, name: &[u8]) -> bool {
        self.sorted.binary_search_by(|slot| name_of(&self.names, *slot).cmp(name)).is_ok()
    }
}

fn name_of(names: &[u8], slot: Slot) -> &[u8] {
    let start = slot.start as usize;
    names.get(start..start + usize::from(slot.len)).unwrap_or_default()
}
