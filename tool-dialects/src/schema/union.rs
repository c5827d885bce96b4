//! `anyOf` and `oneOf`.

use serde_json::Value;

use super::node::{Choice, Kind, Node, Union};
use super::parse::Reader;
use crate::error::DialectError;

impl Reader<'_> {
    pub(super) fn union(
        &mut self,
        keyword: &str,
        variants: &Value,
        path: &str,
        depth: usize,
    ) -> Result<Node, DialectError> {
        let at = format!("{path}/{keyword}");
        let given = match variants.as_array() {
            Some(given) if !given.is_empty() => given,
            _ => return Err(self.wrong(&at, format!("`{keyword}` is a list of schemas"))),
        };
        let mut nullable = false;
        let mut kept: Vec<Node> = Vec::with_capacity(given.len());
        for (index, schema) in given.iter().enumerate() {
            let mut variant = self.schema(schema, &format!("{at}/{index}"), depth + 1)?;
            nullable |= variant.nullable || matches!(variant.kind, Kind::Null);
            variant.nullable = false;
            if !matches!(variant.kind, Kind::Null | Kind::Never) {
                kept.push(variant);
            }
        }
        Ok(join(kept, nullable, keyword == "oneOf", path))
    }
}

/// One node for the variants that are left.
pub(super) fn join(mut kept: Vec<Node>, nullable: bool, exclusive: bool, path: &str) -> Node {
    let only = if kept.len() == 1 { kept.pop() } else { None };
    if let Some(mut only) = only {
        only.nullable = nullable && !matches!(only.kind, Kind::Any | Kind::Null);
        return only;
    }
    if kept.is_empty() {
        return Node::of(if nullable { Kind::Null } else { Kind::Never }, path);
    }
    let kind = match constants(&kept) {
        Some(choice) => Kind::Choice(choice),
        None => Kind::Union(Union { variants: kept, exclusive }),
    };
    let mut node = Node::of(kind, path);
    node.nullable = nullable;
    node
}

/// A union of constants is an enumeration whose values have documentation. This is what schemars
/// makes of an enum with `///` on a variant, and what MCP clients make of titled choices.
fn constants(variants: &[Node]) -> Option<Choice> {
    let mut all = Choice { union: true, ..Choice::default() };
    for variant in variants {
        let Kind::Choice(choice) = &variant.kind else { return None };
        let doc = variant.description.as_ref().or(variant.title.as_ref());
        if !variant.extras.is_empty() || (doc.is_some() && choice.values.len() > 1) {
            return None;
        }
        for (value, own) in &choice.values {
            if !all.values.iter().any(|(seen, _)| seen == value) {
                all.values.push((value.clone(), own.clone().or_else(|| doc.cloned())));
            }
        }
    }
    Some(all)
}
