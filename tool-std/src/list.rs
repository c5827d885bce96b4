//! What a directory holds.

use std::path::Path;

use rustix::fs::{AtFlags, readlinkat, statat};
use serde::Serialize;
use tool_core::ToolError;

use crate::confine::{Kind, Roots, fault};
use crate::text::{joined, shown_name};
use crate::time::rfc3339;
use crate::walk::Reader;

/// What a directory holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Listing {
    /// The directory.
    pub path: String,
    /// Its entries, by name.
    pub entries: Vec<ListEntry>,
    /// How many entries it has.
    pub total: u64,
}

/// One entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ListEntry {
    /// Its name.
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Its size in bytes, if it is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// When it last changed, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
    /// Where a symbolic link points, if that is a relative path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// What is listed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListOptions {
    /// Whether names that start with a dot are listed.
    pub(crate) hidden: bool,
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

/// Lists a directory.
pub(crate) fn list_dir(
    roots: &Roots,
    path: &Path,
    options: ListOptions,
) -> Result<Listing, ToolError> {
    let folder = roots.folder(path)?;
    let system = |error| fault::system(&path.to_string_lossy(), error);
    let all = Reader::new().read(&folder.dir).map_err(system)?;
    let wanted = all.all().filter(|(name, _)| options.hidden || name.first() != Some(&b'.'));
    let total = wanted.clone().count() as u64;
    let entries = wanted.skip(options.offset).take(options.limit).map(|(name, kind)| {
        let stat = statat(&folder.dir, name, AtFlags::SYMLINK_NOFOLLOW).ok();
        let size = stat.as_ref().filter(|_| kind == Kind::File).map(|stat| stat.st_size);
        let target = match kind {
            Kind::Symlink => readlinkat(&folder.dir, name, Vec::new()).ok(),
            _ => None,
        };
        // An absolute target would tell how the machine is laid out.
        let target = target.filter(|target| !target.as_bytes().starts_with(b"/"));
        ListEntry {
            name: joined(Path::new(""), name),
            kind,
            size: size.and_then(|size| u64::try_from(size).ok()),
            modified: stat.map(|stat| rfc3339(stat.st_mtime)),
            target: target.map(|target| shown_name(target.as_bytes())),
        }
    });
    Ok(Listing { path: joined(roots.shown(path), b""), entries: entries.collect(), total })
}

impl Listing {
    /// The entries as text, one a line; directories end in `/`.
    pub fn to_text(&self, offset: usize) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            text.push_str(&shown_name(entry.name.as_bytes()));
            match (entry.kind, &entry.target) {
                (Kind::Directory, _) => text.push('/'),
                (Kind::Symlink, Some(target)) => text.push_str(&format!(" -> {target}")),
                (Kind::Symlink, None) => text.push_str(" (link)"),
                (Kind::File, _) => {}
                (kind, _) => text.push_str(&format!(" ({})", kind.noun())),
            }
            if let Some(size) = entry.size {
                text.push_str(&format!("  {size} bytes"));
            }
            text.push('\n');
        }
        let end = offset + self.entries.len();
        if self.total == 0 {
            text.push_str("[the directory is empty]");
        } else if (end as u64) < self.total {
            let total = self.total;
            text.push_str(&format!("[entries {}-{end} of {total}; next offset {end}]", offset + 1));
        }
        text.truncate(text.trim_end().len());
        text
    }
}
