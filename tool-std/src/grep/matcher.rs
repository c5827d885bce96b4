//! From the words of a request to the engine that searches.

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use tool_core::{Status, ToolError};

use super::options::{Case, GrepOptions};
use crate::text::quoted;

/// Room that a compiled pattern may take.
const PATTERN_BYTES: usize = 10 << 20;

/// Room that the engine may take while it searches.
const ENGINE_BYTES: usize = 32 << 20;

/// Room for one line, or for one file where lines are searched across.
pub(super) const HEAP_BYTES: usize = 64 << 20;

/// Most globs or types of one search, and the longest.
const MOST_GLOBS: usize = 100;
const LONGEST_GLOB: usize = 1000;

/// Compiles the pattern. Time is linear in what is searched, whatever the pattern.
pub(super) fn matcher(options: &GrepOptions) -> Result<RegexMatcher, ToolError> {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .multi_line(true)
        .unicode(true)
        .octal(false)
        .fixed_strings(options.literal)
        .word(options.word)
        .size_limit(PATTERN_BYTES)
        .dfa_size_limit(ENGINE_BYTES)
        .ban_byte(Some(0));
    match options.case {
        Case::Sensitive => builder.case_insensitive(false),
        Case::Insensitive => builder.case_insensitive(true),
        Case::Smart => builder.case_smart(true),
    };
    if !options.multiline {
        builder.line_terminator(Some(b'\n')).dot_matches_new_line(false);
    }
    builder.build(&options.pattern).map_err(|error| refused(options, &error.to_string()))
}

/// Why a pattern is no pattern, and what to write instead.
fn refused(options: &GrepOptions, why: &str) -> ToolError {
    let pattern = quoted(&options.pattern);
    let error = |text: String| ToolError::new(text).status(Status::InvalidArguments);
    if why.contains("look-around") {
        return error(format!("{pattern} uses look-around, which this engine does not have")).hint(
            "Match the surrounding text too, or search for the plain part and read the lines.",
        );
    }
    if why.contains("backreferences") {
        return error(format!("{pattern} uses a backreference, which this engine does not have"))
            .hint("Search for each repetition by its own alternative.");
    }
    if why.contains("size limit") {
        return error(format!("{pattern} becomes too large when compiled"))
            .hint("Use smaller repetition counts, or `+` and `*` in place of them.");
    }
    if !options.multiline && options.pattern.contains('\n') || why.contains("\"\\n\"") {
        return error(format!("{pattern} contains a line break, and lines are searched singly"))
            .hint("Set `multiline` to true to match across lines.");
    }
    // The last line of the engine's message says what is wrong; those before draw the place.
    let why = why.lines().last().unwrap_or(why).trim_start_matches("error: ");
    error(format!("{pattern} is no valid regular expression: {why}"))
        .hint("Escape special characters with `\\`, or set `literal` to true.")
}

/// The engine for files that are read whole; what is binary was found before.
pub(super) fn whole(options: &GrepOptions) -> Searcher {
    builder(options).binary_detection(BinaryDetection::none()).build()
}

/// The engine for files that are read in parts, and for those in another encoding.
pub(super) fn parts(options: &GrepOptions) -> Searcher {
    builder(options).binary_detection(BinaryDetection::quit(0)).build()
}

fn builder(options: &GrepOptions) -> SearcherBuilder {
    let mut builder = SearcherBuilder::new();
    builder
        .line_number(true)
        .invert_match(options.invert)
        .multi_line(options.multiline)
        .before_context(options.before)
        .after_context(options.after)
        .heap_limit(Some(HEAP_BYTES));
    builder
}

/// The globs of a request, relative to the folder that is searched.
pub(crate) fn globs(globs: &[String]) -> Result<Override, ToolError> {
    let mut builder = OverrideBuilder::new("");
    if globs.len() > MOST_GLOBS {
        return Err(ToolError::new(format!("more than {MOST_GLOBS} globs"))
            .status(Status::InvalidArguments));
    }
    for glob in globs {
        let refused = |why: &str| {
            ToolError::new(format!("{} is no valid glob: {why}", quoted(glob)))
                .hint("Write globs like `*.rs`, `src/**/*.{ts,tsx}`, or `!tests/**` to exclude.")
                .status(Status::InvalidArguments)
        };
        if glob.len() > LONGEST_GLOB || glob.matches('{').count() > crate::find::MOST_BRACES {
            return Err(refused("too complex"));
        }
        builder.add(glob).map_err(|error| match &error {
            ignore::Error::Glob { err, .. } => refused(err),
            _ => refused("it cannot be parsed"),
        })?;
    }
    builder.build().map_err(|_| {
        ToolError::new("the globs are too complex together").status(Status::InvalidArguments)
    })
}

/// The file types of a request, by ripgrep's names.
pub(super) fn types(names: &[String]) -> Result<Types, ToolError> {
    if names.is_empty() {
        return Ok(Types::empty());
    }
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    for name in names {
        match name.strip_prefix('!') {
            Some(name) => builder.negate(name),
            None => builder.select(name),
        };
    }
    builder.build().map_err(|error| {
        let name = match error {
            ignore::Error::UnrecognizedFileType(name) => quoted(&name),
            _ => "one of them".to_owned(),
        };
        ToolError::new(format!("{name} is no known file type"))
            .hint("Types are ripgrep's, for example `rust`, `py`, `ts`, `go`; or use `globs`.")
            .status(Status::InvalidArguments)
    })
}
