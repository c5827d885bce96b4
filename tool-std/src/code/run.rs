//! Measuring files, from request to result.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tool_core::{Cancel, ToolError};

use super::language::{self, Language};
use super::metrics::{CodeLines, FunctionMetrics, Measured, measure};
use crate::codec::Codec;
use crate::confine::{Kind, Opened, Roots, fault, sys};
use crate::text::{counted, joined, quoted, shown_name};
use crate::walk::{SkippedReport, Walk, WalkOptions};

/// Largest file that is parsed.
pub(super) const LARGEST: u64 = 4 << 20;

/// What is measured.
#[derive(Debug)]
pub(crate) struct MetricsOptions {
    pub(crate) path: PathBuf,
    pub(crate) recursive: bool,
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    /// Most files and functions that are listed; the sum is of all.
    pub(crate) limit: usize,
}

/// What files are like, one by one and together.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct MetricsReport {
    /// How many files were measured.
    pub files_measured: u64,
    /// Lines of all files.
    pub lines: CodeLines,
    /// Functions of all files.
    pub functions: u64,
    /// Complexity of all functions together.
    pub complexity: u64,
    /// The files, the most complex first, as far as the limit goes.
    pub files: Vec<FileMetrics>,
    /// The most complex functions of all files, as far as the limit goes.
    pub most_complex: Vec<FunctionPlace>,
    /// Files of languages that are not known here.
    pub other_files: u64,
    /// Files that could not be measured.
    pub unmeasured: u64,
    /// What was not looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<SkippedReport>,
    #[serde(skip)]
    notes: Vec<String>,
}

/// What one file is like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct FileMetrics {
    /// The path.
    pub path: String,
    /// The language.
    pub language: &'static str,
    /// Its lines by kind.
    pub lines: CodeLines,
    /// How many functions it has.
    pub functions: u64,
    /// Complexity of its functions together, and of what stands outside of them.
    pub complexity: u64,
    /// Complexity of its most complex function.
    pub max_complexity: u64,
    /// Whether some of it was not understood, so that the numbers may be a little off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub syntax_errors: bool,
}

/// A function, and the file that it is in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct FunctionPlace {
    /// The path.
    pub path: String,
    /// The function.
    #[serde(flatten)]
    pub function: FunctionMetrics,
}

/// Measures a file, or the files below a directory.
pub(crate) fn code_metrics(
    roots: &Roots,
    options: &MetricsOptions,
    cancel: &Cancel,
) -> Result<MetricsReport, ToolError> {
    let mut sum = Sum::default();
    let shown = roots.shown(&options.path);
    let mut skipped = None;
    match roots.open_any(&options.path)? {
        Opened::File(opened) => {
            let path = joined(shown, b"");
            let Some(language) = language::of(path.as_bytes()) else {
                return Err(unknown(&options.path));
            };
            let text = text_of(opened.file, &path)?;
            sum.add(path, language, measure(language, &text));
        }
        Opened::Folder(folder) => {
            let walk = WalkOptions {
                hidden: options.hidden,
                ignore: !options.no_ignore,
                depth: if options.recursive { usize::MAX } else { 1 },
                ..WalkOptions::default()
            };
            let system = |error| fault::system(&options.path.to_string_lossy(), error);
            let mut walk = Walk::new(&folder, walk).map_err(system)?;
            while let Some(entry) = walk.next() {
                if cancel.is_cancelled() {
                    return Err(fault::withdrawn());
                }
                if entry.kind != Kind::File {
                    continue;
                }
                let Some(language) = language::of(entry.name) else {
                    sum.other += 1;
                    continue;
                };
                let path = joined(shown, entry.path);
                let handle = sys::read(entry.dir, entry.name).ok();
                let text = handle.and_then(|handle| text_of(File::from(handle), &path).ok());
                let measured = text.and_then(|text| measure(language, &text));
                sum.add(path, language, measured);
            }
            skipped = Some(std::mem::take(&mut walk.skipped));
        }
    }
    let mut report = sum.report(options.limit);
    report.notes.extend(skipped.as_ref().and_then(|skipped| skipped.sentence()));
    report.skipped = skipped.map(|skipped| skipped.report());
    Ok(report)
}

/// The answer for a file of a language that is not known here.
pub(super) fn unknown(path: &Path) -> ToolError {
    let names: Vec<&str> = language::ALL.iter().map(|language| language.name).collect();
    ToolError::new(format!(
        "{} is of no language that is known here",
        quoted(&path.to_string_lossy())
    ))
    .hint(format!("Known are {}; for other files use `grep` or `read`.", names.join(", ")))
}

/// The text of a file that is not too large.
pub(super) fn text_of(file: File, path: &str) -> Result<String, ToolError> {
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    let mut bytes = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes);
    if !is_file || read.is_err() {
        return Err(ToolError::new(format!("{} cannot be read", quoted(path))));
    }
    if bytes.len() as u64 > LARGEST {
        return Err(ToolError::new(format!(
            "{} is larger than the {} MiB that are parsed",
            quoted(path),
            LARGEST >> 20
        )));
    }
    Ok(Codec::decode(path, &bytes)?.text.into_owned())
}

#[derive(Default)]
struct Sum {
    files: Vec<FileMetrics>,
    functions: Vec<FunctionPlace>,
    other: u64,
    unmeasured: u64,
}

impl Sum {
    fn add(&mut self, path: String, language: &Language, measured: Option<Measured>) {
        let Some(measured) = measured else {
            self.unmeasured += 1;
            return;
        };
        let functions = &measured.functions;
        let inside: u64 = functions.iter().map(|function| function.complexity).sum();
        self.files.push(FileMetrics {
            path: path.clone(),
            language: language.name,
            lines: measured.lines,
            functions: functions.len() as u64,
            complexity: inside + measured.outside,
            max_complexity: functions.iter().map(|one| one.complexity).max().unwrap_or_default(),
            syntax_errors: measured.broken,
        });
        let place = |function| FunctionPlace { path: path.clone(), function };
        self.functions.extend(measured.functions.into_iter().map(place));
    }

    fn report(mut self, limit: usize) -> MetricsReport {
        self.files.sort_by(|a, b| b.complexity.cmp(&a.complexity).then(a.path.cmp(&b.path)));
        self.functions.sort_by(|a, b| {
            let (one, other) = (&a.function, &b.function);
            other
                .complexity
                .cmp(&one.complexity)
                .then(a.path.cmp(&b.path))
                .then(one.line.cmp(&other.line))
        });
        let mut lines = CodeLines::default();
        for file in &self.files {
            lines.total += file.lines.total;
            lines.code += file.lines.code;
            lines.comment += file.lines.comment;
            lines.blank += file.lines.blank;
        }
        let mut notes = Vec::new();
        let mut note = |number: usize, text: String| {
            if number > 0 {
                notes.push(text);
            }
        };
        let left = self.files.len().saturating_sub(limit);
        note(
            left,
            format!("{} not listed; the sum is of all", counted(left as u64, "file", "files")),
        );
        let other = counted(self.other, "file", "files");
        note(self.other as usize, format!("{other} of other languages not measured"));
        let failed = counted(self.unmeasured, "file", "files");
        note(self.unmeasured as usize, format!("{failed} could not be read or parsed"));
        let broken = self.files.iter().filter(|file| file.syntax_errors).count();
        let many = counted(broken as u64, "file", "files");
        note(broken, format!("{many} not understood in full; their numbers may be a little off"));
        let report = MetricsReport {
            files_measured: self.files.len() as u64,
            lines,
            functions: self.functions.len() as u64,
            complexity: self.files.iter().map(|file| file.complexity).sum(),
            other_files: self.other,
            unmeasured: self.unmeasured,
            skipped: None,
            notes,
            files: Vec::new(),
            most_complex: Vec::new(),
        };
        self.files.truncate(limit);
        self.functions.truncate(limit);
        MetricsReport { files: self.files, most_complex: self.functions, ..report }
    }
}

impl MetricsReport {
    /// The numbers as text: the sum, the files, the most complex functions.
    pub fn to_text(&self) -> String {
        let lines = |lines: &CodeLines| {
            format!(
                "{} lines ({} code, {} comment, {} blank)",
                lines.total, lines.code, lines.comment, lines.blank
            )
        };
        let mut text = format!(
            "{}: {}, {}, complexity {}\n",
            counted(self.files_measured, "file", "files"),
            lines(&self.lines),
            counted(self.functions, "function", "functions"),
            self.complexity
        );
        for file in &self.files {
            text.push_str(&format!(
                "{} [{}]: {}, {}, complexity {} (most {})\n",
                shown_name(file.path.as_bytes()),
                file.language,
                lines(&file.lines),
                counted(file.functions, "function", "functions"),
                file.complexity,
                file.max_complexity
            ));
        }
        if !self.most_complex.is_empty() {
            text.push_str("most complex functions:\n");
        }
        for FunctionPlace { path, function } in &self.most_complex {
            text.push_str(&format!(
                "  {} {}:{} {} ({} lines)\n",
                function.complexity,
                shown_name(path.as_bytes()),
                function.line,
                function.name,
                function.lines
            ));
        }
        for note in &self.notes {
            text.push_str(&format!("[{note}]\n"));
        }
        text.truncate(text.trim_end().len());
        text
    }
}
