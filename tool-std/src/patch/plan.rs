//! From what a patch says to what is done to each file, before anything is done.

use std::path::{Path, PathBuf};

use tool_core::{Cancel, ToolError};

use super::hunk;
use super::model::{FilePatch, Tag};
use super::report::{PatchedFile, PatchedHow};
use crate::codec::Codec;
use crate::confine::{Kind, Roots, fault};
use crate::difference::Difference;
use crate::edit::read_whole;
use crate::store::{Before, Place, Seen, Staged, Version, make_parents};
use crate::text::{joined, quoted};
use crate::write::redaction;

/// One file with what becomes of it.
#[derive(Debug)]
pub(super) struct Step {
    /// Its place before, if it is there.
    pub(super) old: Option<(Place, Vec<u8>, Version)>,
    /// Its place after, if that is another one or the file is new.
    pub(super) new: Option<Place>,
    /// Its bytes after, unless it is deleted.
    pub(super) bytes: Option<Vec<u8>>,
    pub(super) executable: Option<bool>,
    pub(super) report: PatchedFile,
}

/// Finds what becomes of a file.
pub(super) fn step(
    roots: &Roots,
    seen: &Seen,
    patch: &FilePatch,
    old: Option<Place>,
    new: Option<Place>,
) -> Result<Step, ToolError> {
    let moves = patch.old.is_some() && patch.new.is_some() && patch.old != patch.new;
    let target = new.as_ref().filter(|_| patch.old.is_none() || moves);
    if let Some(place) = target
        && place.stat().is_some()
    {
        return Err(ToolError::new(format!(
            "{} exists already; nothing was changed",
            quoted(&place.shown())
        ))
        .hint("To change it, let the patch say what is in it now."));
    }
    let name = |path: &Path| joined(roots.shown(path), b"");
    let Some(place) = old else {
        let (text, added) = created(patch);
        let path = patch.new.clone().unwrap_or_default();
        redaction("", &text, &path.to_string_lossy())?;
        let report = PatchedFile {
            path: name(&path),
            how: PatchedHow::Created,
            moved_to: None,
            added,
            removed: 0,
        };
        let bytes = Some(text.into_bytes());
        return Ok(Step { old: None, new, bytes, executable: patch.executable, report });
    };
    match place.spot.kind() {
        Some(Kind::File) => {}
        Some(kind) => return Err(fault::not_a_file(&place.shown(), kind)),
        None => return Err(roots.file(&place.path).err().unwrap_or_else(|| gone(&place))),
    }
    let (bytes, version) = read_whole(&place)?;
    if seen.last(&place.spot).is_some_and(|(known, _)| known != version) {
        return Err(ToolError::new(format!(
            "{} was changed since it was read here; nothing was changed",
            quoted(&place.shown())
        ))
        .hint("Read it again, then make the patch from what it says now."));
    }
    let shown = place.shown().into_owned();
    let (mut after, mut change) = (None, Difference::of("", "", 0));
    if patch.hunks.is_empty() {
        after = patch.new.as_ref().map(|_| bytes.clone());
        if after.is_none() {
            change.removed = String::from_utf8_lossy(&bytes).lines().count() as u64;
        }
    } else {
        let decoded = Codec::decode(&shown, &bytes)?;
        let text = hunk::apply(&shown, &decoded.text, &patch.hunks)?;
        redaction(&decoded.text, &text, &shown)?;
        change = Difference::of(&decoded.text, &text, 0);
        if patch.new.is_some() {
            after = Some(decoded.codec.encoded(&shown, &text)?);
        } else if !text.is_empty() {
            return Err(ToolError::new(format!(
                "{} has more in it than the patch deletes; nothing was changed",
                quoted(&shown)
            ))
            .hint("Read it again, then make the patch from what it says now."));
        }
    }
    let how = match (patch.new.is_some(), moves) {
        (false, _) => PatchedHow::Deleted,
        (true, true) => PatchedHow::Moved,
        (true, false) => PatchedHow::Changed,
    };
    let report = PatchedFile {
        path: name(&place.path),
        how,
        moved_to: patch.new.as_deref().filter(|_| moves).map(name),
        added: change.added,
        removed: change.removed,
    };
    let new = new.filter(|_| moves);
    let old = Some((place, bytes, version));
    Ok(Step { old, new, bytes: after, executable: patch.executable, report })
}

fn gone(place: &Place) -> ToolError {
    fault::missing(&place.shown(), &[])
}

/// The text of a new file, and its lines.
fn created(patch: &FilePatch) -> (String, u64) {
    let lines = patch.hunks.iter().flat_map(|hunk| &hunk.lines);
    let (mut text, mut count) = (String::new(), 0);
    for line in lines.filter(|line| line.tag == Tag::Add) {
        text.push_str(&line.text);
        text.push_str(if line.open { "" } else { "\n" });
        count += 1;
    }
    (text, count)
}

impl Step {
    /// Writes the new bytes aside, if there are any.
    pub(super) fn stage(&mut self, cancel: &Cancel) -> Result<Option<Staged>, ToolError> {
        let Some(bytes) = &self.bytes else { return Ok(None) };
        if let Some(place) = &mut self.new {
            make_parents(place)?;
            // A file that moves keeps its mode and its owner.
            let like = self.old.as_ref().and_then(|(old, ..)| old.stat());
            return Staged::like(place, Before::Absent, bytes, like, cancel).map(Some);
        }
        match &self.old {
            Some((place, _, version)) => {
                Staged::new(place, Before::Version(*version), bytes, cancel).map(Some)
            }
            None => Ok(None),
        }
    }

    /// All paths of a patch: where files are, and where they will be.
    pub(super) fn paths(patches: &[FilePatch]) -> Vec<PathBuf> {
        patches.iter().flat_map(|patch| [&patch.old, &patch.new]).flatten().cloned().collect()
    }
}
