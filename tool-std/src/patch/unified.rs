//! Unified diffs, plain or by git.
//!
//! The counts in a hunk's header say where it ends; where they are wrong, as they often are when
//! a model wrote them, the lines themselves say it.

use tool_core::ToolError;

use super::model::{FilePatch, Hunk, Line, Tag, malformed, tagged};
use super::path::{is_null, parse as parse_path, without};

/// Parses a unified diff.
pub(super) fn parse(text: &str) -> Result<Vec<FilePatch>, ToolError> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let mut parser = Parser { lines, at: 0, files: Vec::new() };
    while parser.at < parser.lines.len() {
        parser.step()?;
    }
    let empty =
        parser.files.iter().find(|file| file.patch.old.is_none() && file.patch.new.is_none());
    if parser.files.is_empty() || empty.is_some() {
        return Err(malformed(1, "it names no file"));
    }
    Ok(parser.files.into_iter().map(|file| file.patch).collect())
}

struct Parser<'a> {
    lines: Vec<&'a str>,
    at: usize,
    files: Vec<File>,
}

#[derive(Default)]
struct File {
    patch: FilePatch,
    /// Whether git wrote it, with its prefixes.
    git: bool,
    /// Whether its `---` and `+++` lines were seen.
    named: bool,
}

impl<'a> Parser<'a> {
    fn line(&self, ahead: usize) -> &'a str {
        self.lines.get(self.at + ahead).copied().unwrap_or_default()
    }

    fn number(&self) -> usize {
        self.at + 1
    }

    fn step(&mut self) -> Result<(), ToolError> {
        let line = self.line(0);
        if let Some(rest) = line.strip_prefix("diff --git ") {
            let mut file = File { git: true, ..File::default() };
            // The names stand here too; they count where nothing else names the file.
            if let Some((old, new)) = git_names(rest) {
                file.patch.old = Some(old);
                file.patch.new = Some(new);
            }
            self.files.push(file);
        } else if line.starts_with("--- ") && self.line(1).starts_with("+++ ") {
            self.names()?;
            return Ok(());
        } else if line.starts_with("@@ ") {
            return self.hunk();
        } else if line.starts_with("GIT binary patch") || line.starts_with("Binary files ") {
            return Err(malformed(
                self.number(),
                "it changes a binary file, which is not possible",
            ));
        } else if let Some(file) = self.files.last_mut().filter(|file| file.git && !file.named) {
            file.header(line.trim_end_matches('\r'));
        }
        self.at += 1;
        Ok(())
    }

    fn names(&mut self) -> Result<(), ToolError> {
        let path = |text: &str| parse_path(text.get(4..).unwrap_or_default());
        let (Some(old), Some(new)) = (path(self.line(0)), path(self.line(1))) else {
            return Err(malformed(self.number(), "it names no file"));
        };
        if !self.files.last().is_some_and(|file| file.git && !file.named) {
            self.files.push(File::default());
        }
        let prefixed =
            (is_null(&old) || old.starts_with("a")) && (is_null(&new) || new.starts_with("b"));
        if let Some(file) = self.files.last_mut() {
            let strip = file.git || prefixed;
            let name = |path: std::path::PathBuf, prefix| match is_null(&path) {
                true => None,
                false if strip => Some(without(&path, prefix)),
                false => Some(path),
            };
            file.patch.old = name(old, "a");
            file.patch.new = name(new, "b");
            // Without git both names are of one file: `x.orig` is none of ours.
            if !file.git && file.patch.old.is_some() && file.patch.new.is_some() {
                file.patch.old = file.patch.new.clone();
            }
            file.named = true;
        }
        self.at += 2;
        Ok(())
    }

    fn hunk(&mut self) -> Result<(), ToolError> {
        let number = self.number();
        let Some((start, mut old, mut new)) = ranges(self.line(0)) else {
            return Err(malformed(number, "a hunk starts like `@@ -1,3 +1,4 @@`"));
        };
        let mut hunk = Hunk { start: Some(start), ..Hunk::default() };
        self.at += 1;
        while self.at < self.lines.len() {
            let line = self.line(0);
            let is_full = old == 0 && new == 0;
            if line.starts_with('\\') {
                if let Some(last) = hunk.lines.last_mut() {
                    last.open = true;
                }
                self.at += 1;
                continue;
            }
            let next_file = line.starts_with("--- ")
                && self.line(1).starts_with("+++ ")
                && (is_full || self.line(2).starts_with("@@ "));
            let between = is_full && matches!(line, "" | "\r");
            if line.starts_with("@@ ") || line.starts_with("diff ") || next_file || between {
                break;
            }
            let Some(line) = tagged(line) else {
                if is_full {
                    break;
                }
                return Err(malformed(
                    self.number(),
                    "a line of a hunk starts with a space, `-` or `+`",
                ));
            };
            match line.tag {
                Tag::Keep => (old, new) = (old.saturating_sub(1), new.saturating_sub(1)),
                Tag::Remove => old = old.saturating_sub(1),
                Tag::Add => new = new.saturating_sub(1),
            }
            hunk.lines.push(line);
            self.at += 1;
        }
        // Where the counts are wrong, empty lines at the end are those of the text around.
        let is_empty = |line: &Line| line.tag == Tag::Keep && matches!(&*line.text, "" | "\r");
        while (old, new) != (0, 0) && hunk.lines.last().is_some_and(is_empty) {
            hunk.lines.pop();
        }
        match self.files.last_mut() {
            Some(file) if file.named => file.patch.hunks.push(hunk),
            _ => return Err(malformed(number, "no `---` and `+++` lines before the hunk")),
        }
        Ok(())
    }
}

impl File {
    /// A line between `diff --git` and the hunks.
    fn header(&mut self, line: &str) {
        let is_executable = |mode: &str| mode.ends_with("755");
        if let Some(mode) = line.strip_prefix("new file mode ") {
            self.patch.old = None;
            self.patch.executable = is_executable(mode).then_some(true);
        } else if line.starts_with("deleted file mode ") {
            self.patch.new = None;
        } else if let Some(mode) = line.strip_prefix("new mode ") {
            self.patch.executable = Some(is_executable(mode));
        } else if let Some(path) = line.strip_prefix("rename from ") {
            self.patch.old = parse_path(path);
        } else if let Some(path) = line.strip_prefix("rename to ") {
            self.patch.new = parse_path(path);
        }
    }
}

/// The two names after `diff --git`, if they can be told apart.
fn git_names(text: &str) -> Option<(std::path::PathBuf, std::path::PathBuf)> {
    let text = text.trim_end_matches(['\r', ' ']);
    let (old, new) = match text.starts_with('"') {
        true => text.split_once("\" ").map(|(old, new)| (format!("{old}\""), new))?,
        false => {
            let (old, new) = text.split_once(" b/")?;
            return Some((without(&parse_path(old)?, "a"), parse_path(new)?));
        }
    };
    Some((without(&parse_path(&old)?, "a"), without(&parse_path(new)?, "b")))
}

/// First line and number of lines of the old file, and the number of the new one.
fn ranges(header: &str) -> Option<(usize, usize, usize)> {
    let (old, rest) = header.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@").or_else(|| rest.split_once("@@"))?;
    let range = |text: &str| -> Option<(usize, usize)> {
        match text.trim().split_once(',') {
            Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
            None => Some((text.trim().parse().ok()?, 1)),
        }
    };
    let ((start, old), (_, new)) = (range(old)?, range(new)?);
    // A hunk that removes nothing names the line that it comes after.
    Some((if old == 0 { start + 1 } else { start }, old, new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_give_ranges() {
        assert_eq!(ranges("@@ -1,3 +1,4 @@ fn x()"), Some((1, 3, 4)));
        assert_eq!(ranges("@@ -5 +5 @@"), Some((5, 1, 1)));
        assert_eq!(ranges("@@ -0,0 +1,2 @@"), Some((1, 0, 2)));
        assert_eq!(ranges("@@ -x +1 @@"), None);
        assert_eq!(ranges("@@ -99999999999999999999,1 +1 @@"), None);
    }

    #[test]
    fn what_looks_like_a_header_inside_a_hunk_is_a_line() {
        let text = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n same\n";
        let files = parse(text).unwrap();
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].hunks[0].lines.len(), 3);
    }
}
