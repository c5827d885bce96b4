//! A patch from request to result: everything is worked out, then everything is written aside,
//! then all files change one right after the other; if one cannot, those before it are put back.

use rustix::fs::{AtFlags, unlinkat};
use tool_core::{Cancel, Status, ToolError};

use super::plan::{Step, step};
use super::report::PatchReport;
use super::{begin, unified};
use crate::confine::{Last, Roots, fault};
use crate::store::{Before, Place, Seen, Staged, Trash, Version};
use crate::text::quoted;

/// What is asked for.
#[derive(Debug)]
pub(crate) struct PatchOptions {
    pub(crate) patch: String,
    pub(crate) dry_run: bool,
    /// Where files go that the patch deletes.
    pub(crate) trash: Trash,
}

/// Applies a patch: to all its files, or to none.
pub(crate) fn apply_patch(
    roots: &Roots,
    seen: &Seen,
    options: &PatchOptions,
    cancel: &Cancel,
) -> Result<PatchReport, ToolError> {
    let patches = match begin::is(&options.patch) {
        true => begin::parse(&options.patch)?,
        false => unified::parse(&options.patch)?,
    };
    let paths = Step::paths(&patches);
    let (places, _held) = Place::hold(roots, &paths, Last::Follow, cancel)?;
    let mut places = places.into_iter();
    let mut steps = Vec::new();
    for patch in &patches {
        let old = patch.old.as_ref().and_then(|_| places.next());
        let new = patch.new.as_ref().and_then(|_| places.next());
        steps.push(step(roots, seen, patch, old, new)?);
    }
    once_each(&steps)?;
    let report = PatchReport {
        files: steps.iter().map(|step| step.report.clone()).collect(),
        dry_run: options.dry_run,
    };
    if options.dry_run {
        return Ok(report);
    }
    let mut staged = Vec::new();
    for step in &mut steps {
        staged.push(step.stage(cancel)?);
    }
    for staged in staged.iter().flatten() {
        staged.check()?;
    }
    let mut done = Vec::new();
    for (step, staged) in steps.iter().zip(staged) {
        match carry_out(step, staged, seen, &options.trash) {
            Ok(()) => done.push(step),
            Err(error) => return Err(put_back(done, seen, cancel, error)),
        }
    }
    Ok(report)
}

/// Refuses a patch that names a file twice: what it means would depend on the order.
fn once_each(steps: &[Step]) -> Result<(), ToolError> {
    let mut known = std::collections::HashSet::new();
    for step in steps {
        let places = step.old.iter().map(|(place, ..)| place).chain(&step.new);
        for place in places {
            if !known.insert((place.spot.root.canonical.clone(), place.spot.real.clone())) {
                return Err(ToolError::new(format!(
                    "the patch names {} twice; nothing was changed",
                    quoted(&place.shown())
                ))
                .hint("Put all changes of a file under one header.")
                .status(Status::InvalidArguments));
            }
        }
    }
    Ok(())
}

/// Does to one file what the patch says.
fn carry_out(
    step: &Step,
    staged: Option<Staged>,
    seen: &Seen,
    trash: &Trash,
) -> Result<(), ToolError> {
    if let Some(staged) = staged {
        if let Some(executable) = step.executable {
            staged.set_executable(executable)?;
        }
        let stat = staged.commit()?;
        let place = step.new.as_ref().or(step.old.as_ref().map(|(place, ..)| place));
        if let Some(place) = place {
            seen.changed(&place.spot, &stat, step.old.is_none());
        }
    }
    // The old name goes last: at no moment is the content nowhere.
    if let Some((place, _, version)) = &step.old
        && (step.new.is_some() || step.bytes.is_none())
    {
        unchanged(place, *version)?;
        match step.bytes {
            // It is at its new place already.
            Some(_) => unlinkat(&place.spot.dir, &place.spot.name, AtFlags::empty())
                .map_err(|error| fault::system(&place.shown(), error))?,
            None => drop(trash.take(place)?),
        }
        seen.forget(&place.spot);
    }
    Ok(())
}

/// Fails if a file that goes is not as it was read.
fn unchanged(place: &Place, version: Version) -> Result<(), ToolError> {
    let now = rustix::fs::statat(&place.spot.dir, &place.spot.name, AtFlags::SYMLINK_NOFOLLOW)
        .map_err(|error| fault::system(&place.shown(), error))?;
    if Version::from(&now) == version {
        return Ok(());
    }
    Err(ToolError::new(format!("{} was changed by someone else meanwhile", quoted(&place.shown()))))
}

/// Undoes what was done, and says whether that went well.
fn put_back(done: Vec<&Step>, seen: &Seen, cancel: &Cancel, error: ToolError) -> ToolError {
    let mut left = Vec::new();
    for step in done.into_iter().rev() {
        if undo(step, cancel).is_err() {
            left.push(quoted(&step.report.path));
        }
        for place in step.old.iter().map(|(place, ..)| place).chain(&step.new) {
            seen.forget(&place.spot);
        }
    }
    let outcome = match left.is_empty() {
        true => "all files are as they were".to_owned(),
        false => format!("could not be put back: {}", left.join(", ")),
    };
    ToolError::new(format!("{}; {outcome}", error.message()))
        .hint("Read the files again, then make the patch from what they say now.")
}

fn undo(step: &Step, cancel: &Cancel) -> Result<(), ToolError> {
    if let Some((place, bytes, _)) = &step.old {
        let now = rustix::fs::statat(&place.spot.dir, &place.spot.name, AtFlags::SYMLINK_NOFOLLOW);
        let before = now.map_or(Before::Absent, |stat| Before::Version(Version::from(&stat)));
        Staged::new(place, before, bytes, cancel)?.commit()?;
    }
    if let Some(place) = &step.new {
        unlinkat(&place.spot.dir, &place.spot.name, AtFlags::empty())
            .map_err(|error| fault::system(&place.shown(), error))?;
    }
    Ok(())
}
