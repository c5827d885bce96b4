//! A place where a file is or will be, held against other writers.

use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Mode, Stat, fstat, mkdirat};
use rustix::io::Errno;
use tool_core::{Cancel, ToolError};

use super::locks::{Held, Key, hold};
use crate::confine::{Kind, Last, Roots, Spot, fault, sys};

/// How often a place that moves is looked up again.
const MAX_RACES: u32 = 64;

/// A place where a file is or will be, and the right to change it.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) spot: Spot,
    /// The path as the caller wrote it.
    pub(crate) path: PathBuf,
}

impl Place {
    /// Finds places and holds them all together.
    ///
    /// Links are followed, so that the place is where the bytes lie; whatever leads out of the
    /// roots is refused. The parents of a new file must exist, or are made if `parents` is set.
    pub(crate) fn hold(
        roots: &Roots,
        paths: &[PathBuf],
        last: Last,
        cancel: &Cancel,
    ) -> Result<(Vec<Place>, Held), ToolError> {
        for _ in 0..MAX_RACES {
            let before = find(roots, paths, last)?;
            let keys = keys(&before)?;
            let mut unique = keys.clone();
            unique.sort();
            unique.dedup();
            let held = hold(unique, cancel)?;
            // Someone may have moved things while this call waited.
            let places = find(roots, paths, last)?;
            if self::keys(&places)? == keys {
                return Ok((places, held));
            }
        }
        Err(ToolError::new("the files keep changing").retryable())
    }

    /// What is there.
    pub(crate) fn stat(&self) -> Option<&Stat> {
        self.spot.stat.as_ref()
    }

    /// The path as text for messages.
    pub(crate) fn shown(&self) -> std::borrow::Cow<'_, str> {
        self.path.to_string_lossy()
    }

    /// Refuses everything that is neither a file nor absent.
    pub(crate) fn must_be_file_or_absent(&self) -> Result<(), ToolError> {
        match self.spot.kind() {
            None | Some(Kind::File) => Ok(()),
            Some(kind) => Err(fault::not_a_file(&self.shown(), kind)),
        }
    }
}

fn find(roots: &Roots, paths: &[PathBuf], last: Last) -> Result<Vec<Place>, ToolError> {
    let place = |path: &PathBuf| {
        let spot = roots.resolve(path, last)?;
        roots.scope.check(roots, &spot, &path.to_string_lossy())?;
        Ok(Place { spot, path: path.clone() })
    };
    paths.iter().map(place).collect()
}

fn keys(places: &[Place]) -> Result<Vec<Key>, ToolError> {
    let key = |place: &Place| {
        let system = |error| fault::system(&place.shown(), error);
        let stat = fstat(&place.spot.dir).map_err(system)?;
        // Of names that are yet to be made, the first is the one that two calls can clash on.
        let name = place.spot.absent.first().unwrap_or(&place.spot.name).clone();
        Ok(Key { folder: (stat.st_dev, stat.st_ino), name })
    };
    places.iter().map(key).collect()
}

/// Makes the folders that are missing before a place, so that it lies directly in its folder.
pub(crate) fn make_parents(place: &mut Place) -> Result<(), ToolError> {
    let system = |error| fault::system(&place.path.to_string_lossy(), error);
    for name in std::mem::take(&mut place.spot.absent) {
        place.spot.dir = Arc::new(make_folder(&place.spot.dir, &name).map_err(system)?);
    }
    Ok(())
}

/// Makes a folder, or takes one that someone made in the meantime.
fn make_folder(dir: &OwnedFd, name: &OsStr) -> Result<OwnedFd, Errno> {
    match mkdirat(dir, name, Mode::from_raw_mode(0o777)) {
        Ok(()) | Err(Errno::EXIST) => sys::pass(dir, name),
        Err(error) => Err(error),
    }
}

/// Refuses a place whose folder does not exist.
pub(crate) fn must_have_parent(place: &Place) -> Result<(), ToolError> {
    if place.spot.absent.is_empty() {
        return Ok(());
    }
    let parent = place.path.parent().unwrap_or(Path::new("."));
    Err(ToolError::new(format!(
        "the directory {} does not exist",
        crate::text::quoted(&parent.to_string_lossy())
    ))
    .hint("Set `create_dirs` to true to make it, or check the path."))
}
