//! A search from request to result.

use std::num::NonZero;
use std::path::Path;

use grep_regex::RegexMatcher;
use tool_core::{Cancel, ToolError};

use super::file::FileSearch;
use super::matcher::{globs, matcher, types};
use super::options::{GrepMode, GrepOptions};
use super::pool::{Batch, Found, Pool, Results, reason};
use super::report::{FileMatches, GrepReport};
use crate::confine::{Folder, Kind, OpenFile, Opened, Roots, fault};
use crate::text::{counted, joined, shown_name};
use crate::walk::{Skipped, Walk, WalkOptions};

/// Most threads of one search.
const MOST_THREADS: usize = 8;

/// Searches the content of files.
pub(crate) fn grep(
    roots: &Roots,
    options: &GrepOptions,
    cancel: &Cancel,
) -> Result<GrepReport, ToolError> {
    let matcher = matcher(options)?;
    let walk = WalkOptions {
        hidden: options.hidden,
        ignore: !options.no_ignore,
        globs: globs(&options.globs)?,
        types: types(&options.types)?,
        ..WalkOptions::default()
    };
    match roots.open_any(&options.path)? {
        Opened::File(file) => one(roots, options, matcher, &file, cancel),
        Opened::Folder(folder) => tree(roots, options, matcher, &folder, walk, cancel),
    }
}

/// Searches a file that was asked for by its path.
fn one(
    roots: &Roots,
    options: &GrepOptions,
    matcher: RegexMatcher,
    file: &OpenFile,
    cancel: &Cancel,
) -> Result<GrepReport, ToolError> {
    let path = roots.shown(&options.path);
    let size = u64::try_from(file.stat.st_size).unwrap_or_default();
    let mut search = FileSearch::new(options, matcher, cancel);
    let hits = search.named(&file.file, size).map_err(|error| {
        let path = path.to_string_lossy();
        ToolError::new(format!("{} {}", crate::text::quoted(&path), reason(&error)))
    })?;
    let mut results = Results::new(options.limit, options.mode);
    results.add(0, || std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()).to_vec(), hits);
    Ok(Outcome { searched: 1, results, skipped: Skipped::default() }.report(Path::new(""), options))
}

/// Searches the files below a folder.
fn tree(
    roots: &Roots,
    options: &GrepOptions,
    matcher: RegexMatcher,
    folder: &Folder,
    walk: WalkOptions,
    cancel: &Cancel,
) -> Result<GrepReport, ToolError> {
    let shown = options.path.to_string_lossy();
    let mut walk = Walk::new(folder, walk).map_err(|error| fault::system(&shown, error))?;
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
    let pool = Pool::new(options.limit, options.mode, threads);
    let (searched, skipped) = std::thread::scope(|scope| {
        let mut helpers = 0;
        let mut search = FileSearch::new(options, matcher.clone(), cancel);
        let feed = feed(&mut walk, &pool, cancel, |batch| {
            // The first batches are worth no thread.
            if batch.number() > 0 && helpers + 1 < threads {
                helpers += 1;
                let matcher = matcher.clone();
                let pool = &pool;
                scope.spawn(move || pool.work(&mut FileSearch::new(options, matcher, cancel)));
            }
            if let Some(batch) = pool.offer(batch) {
                pool.search(&mut search, &batch);
            }
        });
        pool.close();
        pool.work(&mut search);
        feed
    });
    if cancel.is_cancelled() {
        return Err(fault::withdrawn());
    }
    let outcome = Outcome { searched, results: pool.into_results(), skipped: Skipped::default() };
    Ok(outcome.with_skipped(&skipped).report(roots.shown(&options.path), options))
}

/// What had been left out when a batch began.
type Snapshots = Vec<(u64, Skipped)>;

/// Walks the tree and gives its files away in batches. Gives how many there were, and what had
/// been left out by when.
fn feed(
    walk: &mut Walk,
    pool: &Pool,
    cancel: &Cancel,
    mut give: impl FnMut(Batch),
) -> (u64, Snapshots) {
    let mut number = 0;
    let mut snapshots = Vec::new();
    let mut batch = Batch::new(0);
    loop {
        if let Some(entry) = walk.next() {
            if entry.kind != Kind::File {
                continue;
            }
            batch.push(entry.dir, entry.path, entry.name);
            number += 1;
            if !batch.is_full() {
                continue;
            }
        } else {
            if !batch.is_empty() {
                give(batch);
            }
            break;
        }
        snapshots.push((number, walk.skipped.clone()));
        give(std::mem::replace(&mut batch, Batch::new(number)));
        if pool.is_cut(number) || cancel.is_cancelled() {
            break;
        }
    }
    snapshots.push((u64::MAX, walk.skipped.clone()));
    (number, snapshots)
}

/// All that is known after a search.
struct Outcome {
    searched: u64,
    results: Results,
    skipped: Skipped,
}

impl Outcome {
    /// What had been left out when the last file that shows was reached. The walk may have been
    /// further by then, how far depends on the threads.
    fn with_skipped(mut self, snapshots: &Snapshots) -> Self {
        if let Some(cut) = self.results.cut {
            self.searched = cut + 1;
        }
        let last = self.results.cut.unwrap_or(u64::MAX - 1);
        if let Some((_, skipped)) = snapshots.iter().find(|(end, _)| *end > last) {
            self.skipped = skipped.clone();
        }
        for (_, (path, why)) in self.results.failed.range(..=last) {
            self.skipped.warn(path, why);
        }
        self
    }

    fn report(mut self, shown: &Path, options: &GrepOptions) -> GrepReport {
        let cut = self.results.cut;
        let last = cut.unwrap_or(u64::MAX);
        let binary = self.results.binary.iter().filter(|number| **number <= last).count() as u64;
        let found = std::mem::take(&mut self.results.found);
        let mut report = GrepReport {
            files: Vec::new(),
            matches: 0,
            files_searched: self.searched,
            complete: cut.is_none(),
            binary_files: binary,
            skipped: self.skipped.report(),
            notes: String::new(),
            mode: options.mode,
        };
        let mut left = options.limit;
        for (_, found) in found {
            if left == 0 {
                break;
            }
            let file = entry(shown, found, &mut left, options);
            report.complete &= !file.more;
            report.matches += file.count;
            report.files.push(file);
        }
        report.notes = self.notes(&report, shown, options);
        report
    }

    fn notes(&self, report: &GrepReport, shown: &Path, options: &GrepOptions) -> String {
        let mut notes = String::new();
        let mut note = |text: String| notes.push_str(&format!("[{text}]\n"));
        if report.files.is_empty() {
            let place = match shown.as_os_str().is_empty() || shown == Path::new(".") {
                true => String::new(),
                false => {
                    let shown = std::os::unix::ffi::OsStrExt::as_bytes(shown.as_os_str());
                    format!(" under {}", shown_name(shown))
                }
            };
            let files = counted(report.files_searched, "file", "files");
            note(format!("no matches in {files}{place}"));
        }
        if self.results.cut.is_some() {
            note(match options.mode {
                GrepMode::Content if report.matches < options.limit => {
                    "stopped at 1 MiB of text; narrow the search".to_owned()
                }
                GrepMode::Content => format!(
                    "stopped at {}; more exist: narrow the search or raise `limit`",
                    counted(report.matches, "matching line", "matching lines")
                ),
                GrepMode::Files | GrepMode::Count => format!(
                    "stopped at {}; more exist: narrow the search or raise `limit`",
                    counted(report.files.len() as u64, "file", "files")
                ),
            });
        }
        if report.binary_files > 0 && report.files.iter().all(|file| !file.binary) {
            note(format!(
                "{} not searched, or only in part: a search of the file itself tells whether it matches",
                counted(report.binary_files, "binary file", "binary files")
            ));
        }
        if let Some(sentence) = self.skipped.sentence() {
            note(sentence);
        }
        notes
    }
}

/// The part of a result about one file, with at most `left` matching lines.
fn entry(shown: &Path, found: Found, left: &mut u64, options: &GrepOptions) -> FileMatches {
    let path = joined(shown, &found.path);
    let mut hits = found.hits;
    if options.mode != GrepMode::Content {
        *left -= 1;
        return FileMatches {
            path,
            count: hits.count,
            lines: Vec::new(),
            more: false,
            binary: false,
        };
    }
    let binary = hits.binary_at.is_some() && hits.lines.is_empty();
    if hits.count > *left {
        hits.more = true;
        hits.count = *left;
        let mut matches = 0;
        hits.lines.retain(|line| {
            matches += u64::from(!line.context);
            matches <= *left
        });
    }
    *left -= hits.count;
    FileMatches { path, count: hits.count, lines: hits.lines, more: hits.more, binary }
}
