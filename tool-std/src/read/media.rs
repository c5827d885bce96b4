//! Files that a model may look at itself: pictures and PDF documents.

use std::path::Path;

use tool_core::{Attachment, ToolError};

use super::content::SAMPLE;
use super::lines::read_at;
use crate::confine::Roots;
use crate::text::{joined, quoted, shown_name};

/// Largest file that is attached.
const LARGEST: u64 = 5 << 20;

/// A file to look at.
#[derive(Debug)]
pub(crate) struct Media {
    /// What it is, in a sentence.
    pub(crate) text: String,
    pub(crate) attachment: Attachment,
}

/// Starts of files by which media types are known.
const TYPES: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
];

/// The file as something to look at, if it is a picture or a PDF document.
pub(crate) fn media(roots: &Roots, path: &Path) -> Result<Option<Media>, ToolError> {
    let opened = roots.file(path)?;
    let shown = path.to_string_lossy();
    let failed = |error: std::io::Error| {
        ToolError::new(format!("{} cannot be read", quoted(&shown))).operator(error.to_string())
    };
    let mut start = [0; SAMPLE];
    let filled = read_at(&opened.file, &mut start, 0).map_err(failed)?;
    let Some(media_type) = media_type(start.get(..filled).unwrap_or_default()) else {
        return Ok(None);
    };
    let size = u64::try_from(opened.stat.st_size).unwrap_or_default();
    if size > LARGEST {
        return Err(ToolError::new(format!(
            "{} is of type {media_type} and has {size} bytes, more than the {} MiB that can be shown",
            quoted(&shown),
            LARGEST >> 20
        )));
    }
    let mut bytes = vec![0; usize::try_from(size).unwrap_or_default()];
    let filled = read_at(&opened.file, &mut bytes, 0).map_err(failed)?;
    bytes.truncate(filled);
    let name = joined(roots.shown(path), b"");
    let text = format!("{}: {media_type}, {filled} bytes, attached", shown_name(name.as_bytes()));
    let attachment = match media_type.starts_with("image/") {
        true => Attachment::image(media_type, bytes),
        false => Attachment::file(name, media_type, bytes),
    };
    Ok(Some(Media { text, attachment }))
}

fn media_type(start: &[u8]) -> Option<&'static str> {
    if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") {
        return Some("image/webp");
    }
    TYPES.iter().find(|(bytes, _)| start.starts_with(bytes)).map(|(_, kind)| *kind)
}
