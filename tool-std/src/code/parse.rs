//! From text to syntax, and a walk over it that needs no stack of its own.

use tree_sitter::{Node, Parser, Tree, TreeCursor};

use super::language::Language;

/// Parses a text; nothing if the parser refuses the language.
pub(super) fn parse(language: &Language, text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar.into()).ok()?;
    parser.parse(text, None)
}

/// What a walk does after it has seen a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Its children come next.
    Into,
    /// They are passed over.
    Past,
}

/// Sees the nodes of a tree, each before its children, and is told when it leaves them.
pub(super) trait Visit {
    fn enter(&mut self, node: Node<'_>) -> Next;
    fn leave(&mut self, node: Node<'_>);
}

/// Walks a tree, however deep it is.
pub(super) fn walk(tree: &Tree, visit: &mut impl Visit) {
    let mut cursor: TreeCursor<'_> = tree.walk();
    loop {
        let next = visit.enter(cursor.node());
        if next == Next::Into && cursor.goto_first_child() {
            continue;
        }
        visit.leave(cursor.node());
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            visit.leave(cursor.node());
        }
    }
}

/// The name of what a node declares.
pub(super) fn name(node: Node<'_>, text: &str) -> String {
    let named = node.child_by_field_name("name").or_else(|| {
        // In C the name stands inside declarators; in Rust an `impl` is of a type.
        let mut inner = node.child_by_field_name("declarator")?;
        while let Some(next) = inner.child_by_field_name("declarator") {
            inner = next;
        }
        Some(inner)
    });
    let named = named.or_else(|| {
        // `const f = () => …`, `f = function …`, `{ f: () => … }`.
        let parent = node.parent()?;
        ["name", "left", "key"].into_iter().find_map(|field| parent.child_by_field_name(field))
    });
    match named.and_then(|node| text.get(node.byte_range())) {
        Some(name) if !name.contains('\n') && name.len() <= 200 => name.to_owned(),
        _ => "(anonymous)".to_owned(),
    }
}
