//! Arranging files, from request to result.

use std::path::{Path, PathBuf};

use rustix::fs::{Mode, RenameFlags, fchmod, fstat, mkdirat, renameat_with};
use rustix::io::Errno;
use tool_core::{Cancel, Status, ToolError};

use super::copy::Copier;
use super::count::count;
use super::remove::remove;
use super::report::ArrangeReport;
use crate::confine::{Kind, Last, Roots, fault, sys};
use crate::store::{
    Place, Seen, Trash, fresh_name, make_parents, must_have_parent, with_execution,
};
use crate::text::{counted, joined, quoted};

/// What all these tools need.
pub(crate) struct Arrange<'a> {
    pub(crate) roots: &'a Roots,
    pub(crate) seen: &'a Seen,
    pub(crate) cancel: &'a Cancel,
}

/// How something is deleted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeleteOptions {
    pub(crate) recursive: bool,
    pub(crate) permanent: bool,
}

impl Arrange<'_> {
    fn report(&self, done: &'static str, path: &Path, to: Option<&Path>) -> ArrangeReport {
        let name = |path| joined(self.roots.shown(path), b"");
        ArrangeReport { done, path: name(path), to: to.map(name), counts: None, notes: Vec::new() }
    }

    /// Makes a directory.
    pub(crate) fn mkdir(&self, path: &Path, parents: bool) -> Result<ArrangeReport, ToolError> {
        let paths = [path.to_owned()];
        let (mut places, _held) = Place::hold(self.roots, &paths, Last::Follow, self.cancel)?;
        let place = only(&mut places)?;
        match place.spot.kind() {
            None => {}
            Some(Kind::Directory) => {
                let mut report = self.report("kept", path, None);
                report.notes.push("the directory exists already".to_owned());
                return Ok(report);
            }
            Some(_) => return Err(exists(place)),
        }
        if parents {
            make_parents(place)?;
        } else {
            must_have_parent(place)?;
        }
        match mkdirat(&place.spot.dir, &place.spot.name, Mode::from_raw_mode(0o777)) {
            Ok(()) => Ok(self.report("made", path, None)),
            Err(Errno::EXIST) => Err(exists(place)),
            Err(error) => Err(fault::system(&place.shown(), error)),
        }
    }

    /// Moves or renames; a link is moved itself.
    pub(crate) fn rename(
        &self,
        source: &Path,
        destination: &Path,
        parents: bool,
    ) -> Result<ArrangeReport, ToolError> {
        let paths = [source.to_owned(), destination.to_owned()];
        let (mut places, _held) = Place::hold(self.roots, &paths, Last::Keep, self.cancel)?;
        let [from, to] = both(&mut places)?;
        self.pair(from, to, parents)?;
        let (a, b) = (&from.spot, &to.spot);
        match renameat_with(&a.dir, &a.name, &b.dir, &b.name, RenameFlags::NOREPLACE) {
            Ok(()) => {}
            Err(Errno::EXIST) => return Err(exists(to)),
            Err(Errno::INVAL) => {
                return Err(ToolError::new(format!(
                    "{} cannot be moved into itself",
                    quoted(&from.shown())
                )));
            }
            Err(Errno::XDEV) => {
                return Err(ToolError::new(format!(
                    "{} is on another disk than {}",
                    quoted(&from.shown()),
                    quoted(&to.shown())
                ))
                .hint("Use `copy`, then `delete` the old one."));
            }
            Err(error) => return Err(fault::system(&from.shown(), error)),
        }
        self.seen.moved(&from.spot, &to.spot);
        Ok(self.report("moved", source, Some(destination)))
    }

    /// Copies a file or a directory; it appears when it is complete.
    pub(crate) fn copy(
        &self,
        source: &Path,
        destination: &Path,
        parents: bool,
    ) -> Result<ArrangeReport, ToolError> {
        let from = self.roots.existing(source, Last::Follow)?;
        let paths = [destination.to_owned()];
        let (mut places, _held) = Place::hold(self.roots, &paths, Last::Keep, self.cancel)?;
        let to = only(&mut places)?;
        let kind = from.kind().unwrap_or(Kind::Unknown);
        if !matches!(kind, Kind::File | Kind::Directory) {
            return Err(fault::not_a_file(&source.to_string_lossy(), kind));
        }
        if to.stat().is_some() {
            return Err(exists(to));
        }
        let same_root = from.root.canonical == to.spot.root.canonical;
        if same_root && kind == Kind::Directory && to.spot.real.starts_with(&from.real) {
            return Err(ToolError::new(format!(
                "{} cannot be copied into itself",
                quoted(&source.to_string_lossy())
            )));
        }
        if parents {
            make_parents(to)?;
        } else {
            must_have_parent(to)?;
        }
        let shown = source.to_string_lossy();
        let mut copier = Copier::new(&shown, self.cancel);
        let aside = fresh_name();
        let (dir, name) = (&to.spot.dir, &to.spot.name);
        let copied = copier.entry(&from.dir, &from.name, kind, dir, &aside, 0).and_then(|()| {
            renameat_with(dir, &aside, dir, name, RenameFlags::NOREPLACE).map_err(|error| {
                match error {
                    Errno::EXIST => exists(to),
                    error => fault::system(&to.shown(), error),
                }
            })
        });
        if let Err(error) = copied {
            // What was copied so far goes; if it cannot, it stays hidden.
            let _ = remove(dir, &aside);
            return Err(error);
        }
        let mut report = self.report("copied", source, Some(destination));
        report.counts = Some(count(dir, name, self.cancel));
        if copier.left_out > 0 {
            report.notes.push(format!(
                "{} not copied: only files, directories and links are",
                counted(
                    copier.left_out,
                    "pipe, socket or device was",
                    "pipes, sockets or devices were"
                )
            ));
        }
        Ok(report)
    }

    /// Deletes: into the trash, or for good. A link is deleted itself.
    pub(crate) fn delete(
        &self,
        path: &Path,
        trash: &Trash,
        options: DeleteOptions,
    ) -> Result<ArrangeReport, ToolError> {
        let paths = [path.to_owned()];
        let (mut places, _held) = Place::hold(self.roots, &paths, Last::Keep, self.cancel)?;
        let place = only(&mut places)?;
        let Some(kind) = place.spot.kind() else {
            self.roots.existing(path, Last::Keep)?;
            return Err(fault::missing(&place.shown(), &[]));
        };
        if place.spot.real.as_os_str().is_empty() {
            return Err(ToolError::new("the root itself cannot be deleted"));
        }
        let (dir, name) = (&place.spot.dir, &place.spot.name);
        let counts = count(dir, name, self.cancel);
        if kind == Kind::Directory
            && !options.recursive
            && (counts.files, counts.directories) != (0, 1)
        {
            return Err(ToolError::new(format!(
                "{} is a directory that is not empty: {}; nothing was deleted",
                quoted(&place.shown()),
                counts.words()
            ))
            .hint("Set `recursive` to true if all of that should go.")
            .status(Status::Failed));
        }
        let mut report = self.report("deleted", path, None);
        report.counts = Some(counts);
        if options.permanent {
            remove(dir, name).map_err(|error| fault::system(&place.shown(), error))?;
            report.notes.push("for good".to_owned());
        } else {
            let kept = trash.take(place)?;
            let kept = kept.to_string_lossy();
            report.notes.push(format!("it is in the trash as {}", quoted(&kept)));
        }
        self.seen.forget(&place.spot);
        Ok(report)
    }

    /// Makes a file executable, or not.
    pub(crate) fn set_executable(
        &self,
        path: &Path,
        executable: bool,
    ) -> Result<ArrangeReport, ToolError> {
        let paths = [path.to_owned()];
        let (mut places, _held) = Place::hold(self.roots, &paths, Last::Follow, self.cancel)?;
        let place = only(&mut places)?;
        let known = self.seen.last(&place.spot);
        let system = |error| fault::system(&path.to_string_lossy(), error);
        if place.spot.kind() != Some(Kind::File) {
            self.roots.file(path)?;
        }
        let file = sys::read(&place.spot.dir, &place.spot.name).map_err(system)?;
        let before = fstat(&file).map_err(system)?;
        let mode = before.st_mode & 0o7777;
        let wanted = with_execution(mode, executable);
        let mut report = self.report("changed", path, None);
        if mode == wanted {
            report.done = "kept";
            report.notes.push(match executable {
                true => "it is executable already".to_owned(),
                false => "it is not executable anyway".to_owned(),
            });
            return Ok(report);
        }
        fchmod(&file, Mode::from_raw_mode(wanted)).map_err(system)?;
        // Whoever had read it still knows its content.
        if known.is_some_and(|(version, _)| version == (&before).into()) {
            let after = fstat(&file).map_err(system)?;
            self.seen.changed(&place.spot, &after, false);
        }
        report.notes.push(format!("permissions {mode:03o} became {wanted:03o}"));
        Ok(report)
    }

    /// What a move needs: something to move, and a free place for it.
    fn pair(&self, from: &Place, to: &mut Place, parents: bool) -> Result<(), ToolError> {
        if from.stat().is_none() {
            self.roots.existing(&from.path, Last::Keep)?;
            return Err(fault::missing(&from.shown(), &[]));
        }
        if from.spot.real.as_os_str().is_empty() {
            return Err(ToolError::new("the root itself cannot be moved"));
        }
        if to.stat().is_some() {
            return Err(exists(to));
        }
        if parents { make_parents(to) } else { must_have_parent(to) }
    }
}

fn only(places: &mut [Place]) -> Result<&mut Place, ToolError> {
    places.first_mut().ok_or_else(|| ToolError::new("there is no path"))
}

fn both(places: &mut [Place]) -> Result<[&mut Place; 2], ToolError> {
    match places {
        [from, to] => Ok([from, to]),
        _ => Err(ToolError::new("there are no two paths")),
    }
}

fn exists(place: &Place) -> ToolError {
    let error = ToolError::new(format!("{} exists already", quoted(&place.shown())));
    match place.spot.kind() {
        Some(Kind::Directory) => error.hint(format!(
            "Give the whole new path, for example {}, or another name.",
            quoted(&PathBuf::from(&place.path).join("name").to_string_lossy())
        )),
        _ => error.hint("Nothing is overwritten: choose another name, or `delete` it first."),
    }
}
