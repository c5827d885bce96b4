//! One schema object to one node.
//!
//! A schema object is a conjunction: its own keywords, its `$ref`, each union and each member of
//! `allOf` must all hold. Each is read alone, then they are merged.

use std::collections::{HashMap, VecDeque};

use serde_json::{Map, Value};

use super::node::{Def, Kind, Node, Rest, Tree};
use crate::error::DialectError;

/// Deeper than any schema that a provider takes; keeps recursion off the end of the stack.
pub(super) const MAX_DEPTH: usize = 64;
/// More than any schema that a provider takes; bounds what merging can multiply.
const MAX_NODES: usize = 20_000;

/// Reads a schema and everything that it refers to.
///
/// # Errors
///
/// A schema that is wrong under every dialect, too deep, too large, or that refers to something
/// outside itself: nothing is fetched
/// (<https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage>).
pub(crate) fn parse(tool: &str, schema: &Value) -> Result<Tree, DialectError> {
    let mut reader = Reader::new(tool, schema);
    let mut root = reader.schema(schema, "#", 0)?;
    reader.drain()?;
    let root_extras = std::mem::take(&mut root.noise);
    let root_def = reader.pointers.get("").copied();
    let mut defs = reader.into_defs()?;
    super::refs::mark_recursive(&mut defs);
    Ok(Tree { root, defs, root_def, root_extras })
}

pub(super) struct Reader<'a> {
    pub(super) tool: &'a str,
    pub(super) document: &'a Value,
    pub(super) slots: Vec<Slot>,
    /// From a decoded JSON Pointer to its slot.
    pub(super) pointers: HashMap<String, usize>,
    pub(super) queue: VecDeque<usize>,
    nodes: usize,
}

/// A definition that was referred to, read or not yet.
pub(super) struct Slot {
    pub(super) name: String,
    pub(super) pointer: String,
    pub(super) node: Option<Node>,
    pub(super) busy: bool,
    /// Where it stands in the document, so that output keeps the declared order.
    pub(super) rank: usize,
}

impl<'a> Reader<'a> {
    fn new(tool: &'a str, document: &'a Value) -> Self {
        Self {
            tool,
            document,
            slots: Vec::new(),
            pointers: HashMap::new(),
            queue: VecDeque::new(),
            nodes: 0,
        }
    }

    pub(super) fn wrong(&self, path: &str, reason: impl Into<String>) -> DialectError {
        DialectError::Schema {
            tool: self.tool.to_owned(),
            path: path.to_owned(),
            reason: reason.into(),
        }
    }

    /// Counts a node, so that nothing can multiply without end.
    pub(super) fn count(&mut self, path: &str) -> Result<(), DialectError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(self.wrong(path, format!("the schema has more than {MAX_NODES} parts")));
        }
        Ok(())
    }

    pub(super) fn schema(
        &mut self,
        value: &Value,
        path: &str,
        depth: usize,
    ) -> Result<Node, DialectError> {
        self.count(path)?;
        if depth > MAX_DEPTH {
            return Err(self.wrong(path, format!("the schema nests deeper than {MAX_DEPTH}")));
        }
        match value {
            Value::Bool(true) => Ok(Node::of(Kind::Any, path)),
            Value::Bool(false) => Ok(Node::of(Kind::Never, path)),
            Value::Object(map) => self.conjunction(map, path, depth),
            other => Err(self.wrong(
                path,
                format!("a schema is an object or a boolean, not {}", super::json_type(other)),
            )),
        }
    }

    fn conjunction(
        &mut self,
        map: &Map<String, Value>,
        path: &str,
        depth: usize,
    ) -> Result<Node, DialectError> {
        let mut node = self.own(map, path, depth)?;
        if let Some(target) = reference(map) {
            let mut to = Node::of(Kind::Any, path);
            to.kind = Kind::Ref(self.refer(target, path)?);
            node = self.merge(node, to, depth)?;
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(variants) = map.get(keyword) {
                let union = self.union(keyword, variants, path, depth)?;
                node = self.merge(node, union, depth)?;
            }
        }
        if let Some(members) = map.get("allOf") {
            let Some(members) = members.as_array() else {
                return Err(self.wrong(&format!("{path}/allOf"), "`allOf` is a list"));
            };
            for (at, member) in members.iter().enumerate() {
                let part = self.schema(member, &format!("{path}/allOf/{at}"), depth + 1)?;
                node = self.merge(node, part, depth)?;
            }
        }
        self.annotate(&mut node, map);
        path.clone_into(&mut node.path);
        Ok(node)
    }

    /// What the object says of itself, besides the values that it accepts.
    fn annotate(&self, node: &mut Node, map: &Map<String, Value>) {
        let text = |key: &str| map.get(key).and_then(Value::as_str).map(str::to_owned);
        if let Some(description) = text("description").filter(|text| !text.trim().is_empty()) {
            node.description = Some(description);
        }
        if let Some(title) = text("title") {
            node.title = Some(title);
        }
        if let Some(default) = map.get("default") {
            node.default = Some(default.clone());
        }
        if map.get("unevaluatedProperties") == Some(&Value::Bool(false)) {
            close(node);
        }
        for (key, value) in map {
            match key.as_str() {
                key if EXTRA.contains(&key) => node.extras.push((key.to_owned(), value.clone())),
                key if KNOWN.contains(&key) => {}
                key => node.noise.push(key.to_owned()),
            }
        }
    }

    fn into_defs(self) -> Result<Vec<Def>, DialectError> {
        let tool = self.tool;
        self.slots
            .into_iter()
            .map(|slot| match slot.node {
                Some(node) => Ok(Def { name: slot.name, node, recursive: false, rank: slot.rank }),
                None => Err(DialectError::Schema {
                    tool: tool.to_owned(),
                    path: format!("#{}", slot.pointer),
                    reason: "the definition could not be read".to_owned(),
                }),
            })
            .collect()
    }
}

fn reference(map: &Map<String, Value>) -> Option<&str> {
    ["$ref", "$recursiveRef", "$dynamicRef"]
        .into_iter()
        .find_map(|keyword| map.get(keyword).and_then(Value::as_str))
}

/// Says of every object in a node that it has no further properties, where nothing is said.
fn close(node: &mut Node) {
    match &mut node.kind {
        Kind::Object(fields) if matches!(fields.rest, Rest::Silent) => fields.rest = Rest::Closed,
        Kind::Union(union) => union.variants.iter_mut().for_each(close),
        _ => {}
    }
}

/// Keywords with meaning that the nodes have no place for. Kept as written, and sent only where a
/// dialect takes them.
const EXTRA: &[&str] = &[
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "contains",
    "minContains",
    "maxContains",
    "propertyNames",
    "unevaluatedItems",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "x-mcp-header",
];

/// Keywords that the nodes hold.
const KNOWN: &[&str] = &[
    "$ref",
    "$recursiveRef",
    "$dynamicRef",
    "$defs",
    "definitions",
    "defs",
    "type",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "allOf",
    "nullable",
    "title",
    "description",
    "default",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "items",
    "prefixItems",
    "additionalItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "minProperties",
    "maxProperties",
    "propertyOrdering",
    "unevaluatedProperties",
];
