//! An edit from request to result.

use std::io::Read;
use std::path::PathBuf;

use rustix::fs::fstat;
use serde::{Deserialize, Serialize};
use tool_core::{Cancel, Status, ToolError};

use super::apply::apply;
use super::report::EditReport;
use crate::codec::Codec;
use crate::confine::{Kind, Last, Roots, fault, sys};
use crate::difference::Difference;
use crate::store::{Before, Place, Seen, Staged, Version};
use crate::text::{joined, quoted};
use crate::write::redaction;

/// Largest file that is edited.
pub(crate) const LARGEST: u64 = 64 << 20;

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Text to replace, exactly as it stands in the file.
    #[serde(alias = "old_string")]
    pub old: String,
    /// Text to put in its place.
    #[serde(alias = "new_string")]
    pub new: String,
    /// Whether every place is replaced; otherwise there must be exactly one.
    #[serde(default)]
    pub replace_all: bool,
}

/// What is to be changed.
#[derive(Debug)]
pub(crate) struct EditOptions {
    pub(crate) path: PathBuf,
    pub(crate) edits: Vec<Edit>,
}

/// Changes parts of a file, all in one step.
pub(crate) fn edit(
    roots: &Roots,
    seen: &Seen,
    options: &EditOptions,
    cancel: &Cancel,
) -> Result<EditReport, ToolError> {
    if options.edits.is_empty() {
        return Err(ToolError::new("there is nothing to replace")
            .hint("Give `old` and `new`, or a list of them in `edits`.")
            .status(Status::InvalidArguments));
    }
    let paths = std::slice::from_ref(&options.path);
    let (places, _held) = Place::hold(roots, paths, Last::Follow, cancel)?;
    let Some(place) = places.first() else {
        return Err(ToolError::new("there is no path to edit"));
    };
    // The answer for what is absent or no file is that of every other tool.
    if place.spot.kind() != Some(Kind::File) {
        roots.file(&options.path)?;
    }
    let shown = place.shown();
    let (bytes, version) = read_whole(place)?;
    if let Some((known, _)) = seen.last(&place.spot)
        && known != version
    {
        return Err(ToolError::new(format!(
            "{} was changed since it was read here; nothing was changed",
            quoted(&shown)
        ))
        .hint("Read it again, then edit what it says now."));
    }
    let decoded = Codec::decode(&shown, &bytes)?;
    let applied = apply(&shown, &decoded.text, &options.edits)?;
    let changed = applied.text != decoded.text;
    let mut notes = Vec::new();
    if changed {
        redaction(&decoded.text, &applied.text, &shown)?;
        let new = decoded.codec.encoded(&shown, &applied.text)?;
        if place.stat().is_some_and(|stat| stat.st_nlink > 1) {
            notes.push(
                "the file had other names (hard links); they keep the old content".to_owned(),
            );
        }
        let stat = Staged::new(place, Before::Version(version), &new, cancel)?.commit()?;
        seen.changed(&place.spot, &stat, false);
    }
    if decoded.codec != Codec::PLAIN {
        notes.push(format!("encoding kept: {}", decoded.codec.name()));
    }
    let change = Difference::of(&decoded.text, &applied.text, 3);
    Ok(EditReport {
        path: joined(roots.shown(&options.path), b""),
        replacements: applied.replaced,
        added: change.added,
        removed: change.removed,
        diff: change.shown(),
        changed,
        encoding: decoded.codec.name(),
        notes,
    })
}

/// All bytes of a file that is to be changed, and which state of it they are.
pub(crate) fn read_whole(place: &Place) -> Result<(Vec<u8>, Version), ToolError> {
    let shown = place.shown();
    let system = |error| fault::system(&shown, error);
    let handle = sys::read(&place.spot.dir, &place.spot.name).map_err(system)?;
    let stat = fstat(&handle).map_err(system)?;
    let kind = rustix::fs::FileType::from_raw_mode(stat.st_mode).into();
    if kind != Kind::File {
        return Err(fault::not_a_file(&shown, kind));
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::from(handle).take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| {
        ToolError::new(format!("{} cannot be read", quoted(&shown))).operator(error.to_string())
    })?;
    if bytes.len() as u64 > LARGEST {
        return Err(ToolError::new(format!(
            "{} is larger than the {} MiB that can be edited",
            quoted(&shown),
            LARGEST >> 20
        )));
    }
    Ok((bytes, Version::from(&stat)))
}
