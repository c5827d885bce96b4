//! The symbols of a file.

use std::path::Path;

use serde::Serialize;
use tool_core::ToolError;
use tree_sitter::Node;

use super::language::{self, Language};
use super::parse::{Next, Visit, name, parse, walk};
use super::run::{text_of, unknown};
use crate::confine::Roots;
use crate::text::{joined, prefix_len, shown_name};

/// Most symbols that are given.
const MOST: usize = 2_000;

/// Longest signature, in characters.
const LONGEST: usize = 160;

/// The symbols of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct OutlineReport {
    /// The path.
    pub path: String,
    /// The language.
    pub language: &'static str,
    /// The symbols, each before those inside it.
    pub symbols: Vec<Symbol>,
    /// Whether there are more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// Whether some of the file was not understood.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub syntax_errors: bool,
}

/// One symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Symbol {
    /// What it is, in the language's own word.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// The line that declares it.
    pub signature: String,
    /// Its first line.
    pub line: u64,
    /// Its last line.
    pub end_line: u64,
    /// In how many other symbols it is.
    pub depth: usize,
}

/// Lists the symbols of a file.
pub(crate) fn code_outline(roots: &Roots, path: &Path) -> Result<OutlineReport, ToolError> {
    let opened = roots.file(path)?;
    let shown = joined(roots.shown(path), b"");
    let Some(language) = language::of(shown.as_bytes()) else { return Err(unknown(path)) };
    let text = text_of(opened.file, &shown)?;
    let Some(tree) = parse(language, &text) else { return Err(unknown(path)) };
    let mut lister =
        Lister { language, text: &text, symbols: Vec::new(), open: Vec::new(), more: false };
    walk(&tree, &mut lister);
    let (symbols, more) = (lister.symbols, lister.more);
    let syntax_errors = tree.root_node().has_error();
    Ok(OutlineReport { path: shown, language: language.name, symbols, more, syntax_errors })
}

struct Lister<'a> {
    language: &'static Language,
    text: &'a str,
    symbols: Vec<Symbol>,
    open: Vec<usize>,
    more: bool,
}

impl Visit for Lister<'_> {
    fn enter(&mut self, node: Node<'_>) -> Next {
        let found = self.language.symbols.iter().find(|(kind, _)| *kind == node.kind());
        let Some((_, word)) = found.filter(|_| node.is_named() && declares(node)) else {
            return Next::Into;
        };
        if self.symbols.len() >= MOST {
            self.more = true;
            return Next::Past;
        }
        let source = self.text.get(node.byte_range()).unwrap_or_default();
        let name = match node.kind() {
            // An `impl` has no name; it is known by what it is for.
            "impl_item" => signature(source).trim_start_matches("impl").trim().to_owned(),
            _ => name(node, self.text),
        };
        self.symbols.push(Symbol {
            kind: word,
            name,
            signature: signature(source),
            line: node.start_position().row as u64 + 1,
            end_line: node.end_position().row as u64 + 1,
            depth: self.open.len(),
        });
        self.open.push(node.id());
        Next::Into
    }

    fn leave(&mut self, node: Node<'_>) {
        if self.open.last() == Some(&node.id()) {
            self.open.pop();
        }
    }
}

/// Whether a node declares something: `struct x y;` in C only mentions it.
fn declares(node: Node<'_>) -> bool {
    let mentions = ["struct_specifier", "union_specifier", "enum_specifier", "class_specifier"];
    !mentions.contains(&node.kind()) || node.child_by_field_name("body").is_some()
}

/// The first line of a declaration, without the body that it opens.
fn signature(source: &str) -> String {
    let line = source.lines().find(|line| !line.trim_start().starts_with(['#', '@']));
    let line = line.unwrap_or_default().trim();
    let line = line.split(" {").next().unwrap_or(line).trim_end_matches(['{', ' ', ';']);
    let end = prefix_len(line, LONGEST);
    let mut text = line.get(..end).unwrap_or_default().to_owned();
    if end < line.len() {
        text.push('…');
    }
    text
}

impl OutlineReport {
    /// The symbols as text: one a line with its lines, indented by depth.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} [{}]\n", shown_name(self.path.as_bytes()), self.language);
        for symbol in &self.symbols {
            let indent = "  ".repeat(symbol.depth);
            let (first, last) = (symbol.line, symbol.end_line);
            text.push_str(&format!("{indent}{first}-{last} {}\n", symbol.signature));
        }
        if self.symbols.is_empty() {
            text.push_str("[no symbols]\n");
        }
        if self.more {
            text.push_str(&format!("[first {MOST} symbols; there are more]\n"));
        }
        if self.syntax_errors {
            text.push_str("[not understood in full: some symbols may be missing]\n");
        }
        text.truncate(text.trim_end().len());
        text
    }
}
