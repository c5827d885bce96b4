//! Lines by kind, and cyclomatic complexity.
//!
//! A function has one way through it, and one more for each branch: each condition, each loop,
//! each case, each handler of an exception, each `&&` or `||`. A function inside another counts
//! for itself.

use serde::Serialize;
use tree_sitter::Node;

use super::language::Language;
use super::parse::{Next, Visit, name, parse, walk};

/// Lines by kind. A line with code and a comment is a line of code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CodeLines {
    /// All lines.
    pub total: u64,
    /// Lines with code.
    pub code: u64,
    /// Lines with nothing but comments.
    pub comment: u64,
    /// Lines with nothing.
    pub blank: u64,
}

/// What one function is like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct FunctionMetrics {
    /// Its name.
    pub name: String,
    /// Its first line.
    pub line: u64,
    /// How many lines it has.
    pub lines: u64,
    /// Its cyclomatic complexity.
    pub complexity: u64,
}

/// What one file is like.
#[derive(Debug, Default)]
pub(super) struct Measured {
    pub(super) lines: CodeLines,
    pub(super) functions: Vec<FunctionMetrics>,
    /// Branches outside of any function.
    pub(super) outside: u64,
    /// Whether the parser met something that it does not understand.
    pub(super) broken: bool,
}

/// Measures a text.
pub(super) fn measure(language: &'static Language, text: &str) -> Option<Measured> {
    let tree = parse(language, text)?;
    let rows = text.lines().count();
    let mut counter = Counter {
        language,
        text,
        kinds: vec![Row::Blank; rows],
        functions: Vec::new(),
        open: Vec::new(),
        outside: 0,
    };
    walk(&tree, &mut counter);
    let count = |kind| counter.kinds.iter().filter(|row| **row == kind).count() as u64;
    let lines = CodeLines {
        total: rows as u64,
        code: count(Row::Code),
        comment: count(Row::Comment),
        blank: count(Row::Blank),
    };
    Some(Measured {
        lines,
        functions: counter.functions,
        outside: counter.outside,
        broken: tree.root_node().has_error(),
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    Blank,
    Comment,
    Code,
}

struct Counter<'a> {
    language: &'static Language,
    text: &'a str,
    kinds: Vec<Row>,
    functions: Vec<FunctionMetrics>,
    /// Functions that the walk is in, by their places in `functions`, with their nodes.
    open: Vec<(usize, usize)>,
    outside: u64,
}

impl Counter<'_> {
    fn mark(&mut self, node: Node<'_>, kind: Row) {
        let (start, end) = (node.start_position(), node.end_position());
        // What ends at the start of a line does not reach into it.
        let last = if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row };
        for row in self.kinds.get_mut(start.row..=last.max(start.row)).into_iter().flatten() {
            *row = (*row).max(kind);
        }
    }

    fn branches(&self, node: Node<'_>) -> bool {
        let kind = node.kind();
        if self.language.branches.contains(&kind) {
            // `default:` is the way that is there anyway.
            return node.child(0).is_none_or(|first| first.kind() != "default");
        }
        self.language.operators.contains(&kind)
            && node.parent().is_some_and(|parent| {
                matches!(parent.kind(), "binary_expression" | "boolean_operator" | "let_chain")
            })
    }
}

impl Visit for Counter<'_> {
    fn enter(&mut self, node: Node<'_>) -> Next {
        let kind = node.kind();
        if self.language.comments.contains(&kind) {
            self.mark(node, Row::Comment);
            return Next::Past;
        }
        if node.child_count() == 0 && node.start_byte() < node.end_byte() {
            self.mark(node, Row::Code);
        }
        if self.branches(node) {
            match self.open.last().and_then(|(at, _)| self.functions.get_mut(*at)) {
                Some(function) => function.complexity += 1,
                None => self.outside += 1,
            }
        }
        if node.is_named() && self.language.functions.contains(&kind) {
            let (start, end) = (node.start_position().row, node.end_position().row);
            self.open.push((self.functions.len(), node.id()));
            self.functions.push(FunctionMetrics {
                name: name(node, self.text),
                line: start as u64 + 1,
                lines: (end - start) as u64 + 1,
                complexity: 1,
            });
        }
        Next::Into
    }

    fn leave(&mut self, node: Node<'_>) {
        if self.open.last().is_some_and(|(_, id)| *id == node.id()) {
            self.open.pop();
        }
    }
}
