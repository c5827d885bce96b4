//! Writing a whole file.

use std::io::Read;
use std::path::PathBuf;

use serde::Serialize;
use tool_core::{Cancel, Status, ToolError};

use crate::codec::Codec;
use crate::confine::{Last, Roots, sys};
use crate::difference::Difference;
use crate::store::{Before, Place, Seen, Staged, Version, make_parents, must_have_parent};
use crate::text::{counted, joined, quoted};

/// Most bytes of an existing file that are compared with what replaces it.
const COMPARED: u64 = 4 << 20;

/// What stands in a text where a secret was hidden from the model.
const REDACTED: &[&str] = &["<redacted>", "[redacted]", "***redacted***", "«redacted»"];

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct WriteReport {
    /// The path.
    pub path: String,
    /// Whether the file is new.
    pub created: bool,
    /// Its size in bytes.
    pub size: u64,
    /// Lines that are new.
    pub added: u64,
    /// Lines that are gone.
    pub removed: u64,
    /// Its encoding.
    pub encoding: &'static str,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What is to be written.
#[derive(Debug)]
pub(crate) struct WriteOptions {
    pub(crate) path: PathBuf,
    pub(crate) content: String,
    pub(crate) create_dirs: bool,
}

/// Writes a whole file: a new one, or one that the session has read and nobody changed since.
pub(crate) fn write(
    roots: &Roots,
    seen: &Seen,
    options: &WriteOptions,
    cancel: &Cancel,
) -> Result<WriteReport, ToolError> {
    let paths = std::slice::from_ref(&options.path);
    let (mut places, _held) = Place::hold(roots, paths, Last::Follow, cancel)?;
    let Some(place) = places.first_mut() else {
        return Err(ToolError::new("there is no path to write to"));
    };
    place.must_be_file_or_absent()?;
    let path = joined(roots.shown(&options.path), b"");
    match place.stat().map(Version::from) {
        None => create(place, seen, options, path, cancel),
        Some(version) => replace(place, seen, version, options, path, cancel),
    }
}

fn create(
    place: &mut Place,
    seen: &Seen,
    options: &WriteOptions,
    path: String,
    cancel: &Cancel,
) -> Result<WriteReport, ToolError> {
    if seen.last(&place.spot).is_some() {
        // Said once: who writes again after that means it.
        seen.forget(&place.spot);
        return Err(ToolError::new(format!(
            "{} was deleted since it was read here",
            quoted(&place.shown())
        ))
        .hint("Write it again if it should exist; it will be a new file."));
    }
    if options.create_dirs {
        make_parents(place)?;
    } else {
        must_have_parent(place)?;
    }
    let content = options.content.as_bytes();
    let stat = Staged::new(place, Before::Absent, content, cancel)?.commit()?;
    seen.changed(&place.spot, &stat, true);
    Ok(WriteReport {
        path,
        created: true,
        size: content.len() as u64,
        added: options.content.lines().count() as u64,
        removed: 0,
        encoding: Codec::PLAIN.name(),
        notes: Vec::new(),
    })
}

fn replace(
    place: &Place,
    seen: &Seen,
    version: Version,
    options: &WriteOptions,
    path: String,
    cancel: &Cancel,
) -> Result<WriteReport, ToolError> {
    let shown = place.shown();
    let refused = |why: &str| {
        ToolError::new(format!("{} exists, and {why}", quoted(&shown)))
            .hint("Read all of it first, then write it; or change a part of it with `edit`.")
    };
    match seen.last(&place.spot) {
        None => return Err(refused("it was not read in this session")),
        Some((known, _)) if known != version => {
            return Err(refused("it was changed since it was read here"));
        }
        Some((_, false)) => return Err(refused("only a part of it was read in this session")),
        Some((_, true)) => {}
    }
    let old = old_text(place)?;
    let mut notes = Vec::new();
    let kept = old.as_ref().map_or((Codec::PLAIN, false), |old| (old.codec, old.carriage));
    let content = match kept.1 && !options.content.contains('\r') {
        true => {
            notes.push("line endings kept as CRLF".to_owned());
            options.content.replace('\n', "\r\n")
        }
        false => options.content.clone(),
    };
    let old_content = old.as_ref().map_or("", |old| &old.text);
    redaction(old_content, &content, &shown)?;
    let bytes = kept.0.encoded(&shown, &content)?;
    if place.stat().is_some_and(|stat| stat.st_nlink > 1) {
        notes.push("the file had other names (hard links); they keep the old content".to_owned());
    }
    let stat = Staged::new(place, Before::Version(version), &bytes, cancel)?.commit()?;
    seen.changed(&place.spot, &stat, true);
    let change = Difference::of(old_content, &content, 0);
    Ok(WriteReport {
        path,
        created: false,
        size: bytes.len() as u64,
        added: change.added,
        removed: change.removed,
        encoding: kept.0.name(),
        notes,
    })
}

struct Old {
    text: String,
    codec: Codec,
    /// Whether all its lines end in CRLF.
    carriage: bool,
}

/// The text that is replaced, if it is text of a size worth comparing.
fn old_text(place: &Place) -> Result<Option<Old>, ToolError> {
    let system = |error| crate::confine::fault::system(&place.shown(), error);
    let handle = sys::read(&place.spot.dir, &place.spot.name).map_err(system)?;
    let mut bytes = Vec::new();
    let file = std::fs::File::from(handle);
    if file.take(COMPARED + 1).read_to_end(&mut bytes).is_err() || bytes.len() as u64 > COMPARED {
        return Ok(None);
    }
    let Ok(decoded) = Codec::decode(&place.shown(), &bytes) else { return Ok(None) };
    let text = decoded.text.into_owned();
    let ends = text.matches('\n').count();
    let carriage = ends > 0 && text.matches("\r\n").count() == ends;
    Ok(Some(Old { text, codec: decoded.codec, carriage }))
}

/// Refuses to write what was only shown in place of a secret.
pub(crate) fn redaction(old: &str, new: &str, path: &str) -> Result<(), ToolError> {
    let (old, new) = (old.to_lowercase(), new.to_lowercase());
    let count = |text: &str, mark: &str| text.matches(mark).count();
    match REDACTED.iter().find(|mark| count(&new, mark) > count(&old, mark)) {
        None => Ok(()),
        Some(mark) => Err(ToolError::new(format!(
            "the text for {} contains `{mark}`, which stands for a secret that was not shown",
            quoted(path)
        ))
        .hint("Change only the other parts of the file, with `edit`.")
        .status(Status::InvalidArguments)),
    }
}

impl WriteReport {
    /// The report as a sentence.
    pub fn to_text(&self) -> String {
        let path = crate::text::shown_name(self.path.as_bytes());
        let mut text = match self.created {
            true => format!(
                "created {path}: {}, {} bytes",
                counted(self.added, "line", "lines"),
                self.size
            ),
            false => format!(
                "overwrote {path}: +{} -{} lines, {} bytes",
                self.added, self.removed, self.size
            ),
        };
        for note in &self.notes {
            text.push_str(&format!("\n[{note}]"));
        }
        text
    }
}
