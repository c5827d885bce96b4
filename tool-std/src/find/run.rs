//! Looking for files, from request to result.

use rustix::fs::{AtFlags, statat};
use tool_core::{Cancel, ToolError};

use super::options::{FindKind, FindOptions};
use super::pattern::Pattern;
use super::report::{FoundFile, FoundFiles, More};
use crate::confine::{Kind, Roots, fault};
use crate::text::{joined, quoted};
use crate::walk::{Walk, WalkOptions};

/// Entries between two looks at whether the call is withdrawn.
const STRIDE: usize = 1024;

/// Largest limit at which the sizes of files are looked up.
const SIZED: usize = 1_000;

/// Looks for files.
pub(crate) fn find_files(
    roots: &Roots,
    options: &FindOptions,
    cancel: &Cancel,
) -> Result<FoundFiles, ToolError> {
    let pattern = Pattern::new(&options.pattern, options.ignore_case)?;
    let kind = if pattern.wants_folders { FindKind::Directory } else { options.kind };
    let folder = roots.folder(&options.path)?;
    let shown = roots.shown(&options.path);
    let walk = WalkOptions {
        hidden: options.hidden || pattern.names_hidden,
        ignore: !options.no_ignore,
        depth: options.depth.unwrap_or(usize::MAX),
        ahead: true,
        ..WalkOptions::default()
    };
    let system = |error| fault::system(&options.path.to_string_lossy(), error);
    let mut walk = Walk::new(&folder, walk).map_err(system)?;
    let mut found = Vec::new();
    let mut more = More::No;
    let mut seen = 0_usize;
    while let Some(entry) = walk.next() {
        seen += 1;
        if seen.is_multiple_of(STRIDE) && cancel.is_cancelled() {
            return Err(fault::withdrawn());
        }
        let looked = || statat(entry.dir, entry.name, AtFlags::SYMLINK_NOFOLLOW).ok();
        let keeps = || {
            let is_file = entry.kind == Kind::File;
            options.filter.is_empty()
                || looked().is_some_and(|stat| options.filter.keeps(&stat, is_file))
        };
        if wanted(kind, entry.kind) && pattern.matches(entry.name, entry.path) && keeps() {
            if found.len() >= options.limit {
                more = More::Yes;
                break;
            }
            let size = match entry.kind {
                Kind::File if options.limit <= SIZED => {
                    looked().and_then(|stat| u64::try_from(stat.st_size).ok())
                }
                _ => None,
            };
            found.push(FoundFile { path: joined(shown, entry.path), kind: entry.kind, size });
        }
        if entry.kind == Kind::Directory && !pattern.leads_through(entry.name, entry.depth) {
            walk.skip_folder();
        }
        if found.len() >= options.limit {
            // Whatever lies in folders already listed still tells whether there is more.
            walk.close();
        }
    }
    if more == More::No && walk.left_unread() {
        more = More::Unknown;
    }
    let mut notes = String::new();
    let mut note = |text: String| notes.push_str(&format!("[{text}]\n"));
    match more {
        More::No if found.is_empty() => {
            note(format!("nothing matches {}", quoted(&options.pattern)));
        }
        More::No => {}
        More::Yes => note(format!(
            "first {} shown; more exist: narrow the pattern or raise `limit`",
            found.len()
        )),
        More::Unknown => note(format!(
            "first {} shown; the rest was not searched: narrow the pattern or raise `limit`",
            found.len()
        )),
    }
    walk.skipped.sentence().map(note);
    Ok(FoundFiles { files: found, more, skipped: walk.skipped.report(), notes })
}

fn wanted(kind: FindKind, entry: Kind) -> bool {
    match kind {
        FindKind::File => entry != Kind::Directory,
        FindKind::Directory => entry == Kind::Directory,
        FindKind::Symlink => entry == Kind::Symlink,
        FindKind::Any => true,
    }
}
