//! The intermediate form: a schema as typed nodes.
//!
//! Every dialect is lowered from this and from nothing else, so a keyword that no lowering knows
//! cannot leak into what is sent.

use serde_json::{Map, Number, Value};

/// A schema and the definitions that it refers to.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) root: Node,
    pub(crate) defs: Vec<Def>,
    /// The definition that is the root itself (`$ref: "#"`), if anything refers to it.
    pub(crate) root_def: Option<usize>,
    /// Annotations of the root that no node holds (`$schema`, `$id`, `$comment`).
    pub(crate) root_extras: Vec<String>,
}

/// A named definition.
#[derive(Debug, Clone)]
pub(crate) struct Def {
    /// Unique among the definitions, safe in a pointer.
    pub(crate) name: String,
    pub(crate) node: Node,
    /// Reaches itself.
    pub(crate) recursive: bool,
    /// Where it stands in the document, so that output keeps the declared order.
    pub(crate) rank: usize,
}

/// One schema.
#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// `null` is accepted besides what `kind` says.
    pub(crate) nullable: bool,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) default: Option<Value>,
    /// Keywords that have no place in this form, as they were written.
    pub(crate) extras: Vec<(String, Value)>,
    /// Annotations that say nothing to a model (`$comment`, `examples`, `deprecated`, …).
    pub(crate) noise: Vec<String>,
    /// JSON Pointer of the schema that this was read from.
    pub(crate) path: String,
}

#[derive(Debug, Clone, Default)]
pub(crate) enum Kind {
    #[default]
    Any,
    Never,
    Null,
    Bool,
    Number(Bounds),
    Text(Text),
    Choice(Choice),
    List(List),
    Tuple(Tuple),
    Object(Fields),
    Union(Union),
    Ref(usize),
}

/// `integer` or `number`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bounds {
    pub(crate) integer: bool,
    pub(crate) minimum: Option<Number>,
    pub(crate) maximum: Option<Number>,
    pub(crate) above: Option<Number>,
    pub(crate) below: Option<Number>,
    pub(crate) multiple: Option<Number>,
    pub(crate) format: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Text {
    pub(crate) format: Option<String>,
    pub(crate) pattern: Option<String>,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
}

/// `enum`, `const`, or a union of constants.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    pub(crate) values: Vec<(Value, Option<String>)>,
    /// Was written as `const`.
    pub(crate) constant: bool,
    /// Was written as a union of constants.
    pub(crate) union: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct List {
    /// `None`: `items` was not given.
    pub(crate) items: Option<Box<Node>>,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) unique: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Tuple {
    pub(crate) items: Vec<Node>,
    /// What may follow; `None` is anything, `Never` is nothing.
    pub(crate) rest: Option<Box<Node>>,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) unique: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Fields {
    pub(crate) fields: Vec<Field>,
    pub(crate) rest: Rest,
    /// `patternProperties`.
    pub(crate) patterns: Vec<(String, Node)>,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) node: Node,
    pub(crate) required: bool,
}

/// `additionalProperties`.
#[derive(Debug, Clone, Default)]
pub(crate) enum Rest {
    /// Not said.
    #[default]
    Silent,
    Closed,
    Open,
    Of(Box<Node>),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Union {
    pub(crate) variants: Vec<Node>,
    /// Was written as `oneOf`.
    pub(crate) exclusive: bool,
}

impl Node {
    pub(crate) fn of(kind: Kind, path: impl Into<String>) -> Self {
        Self { kind, path: path.into(), ..Self::default() }
    }

    /// Says nothing but, perhaps, a description.
    pub(crate) fn is_bare(&self) -> bool {
        matches!(self.kind, Kind::Any) && self.extras.is_empty()
    }
}

impl Fields {
    /// No named fields, and others allowed: a map.
    pub(crate) fn is_map(&self) -> bool {
        self.fields.is_empty()
            && (!self.patterns.is_empty() || matches!(self.rest, Rest::Open | Rest::Of(_)))
    }

    /// No fields, and nothing said of others.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
            && self.patterns.is_empty()
            && matches!(self.rest, Rest::Silent | Rest::Closed)
    }

    /// What a value under this key must be, if the map says so.
    pub(crate) fn value_of_map(&self) -> Option<&Node> {
        match (&self.rest, self.patterns.first()) {
            (Rest::Of(node), None) => Some(node),
            (_, Some((_, node))) => Some(node),
            _ => None,
        }
    }
}

impl Tuple {
    /// Nothing may follow the named items.
    pub(crate) fn is_fixed(&self) -> bool {
        let closed = self.rest.as_ref().is_some_and(|rest| matches!(rest.kind, Kind::Never));
        closed || self.max.is_some_and(|max| max <= self.items.len() as u64)
    }

    /// How many of the named items must be there.
    pub(crate) fn required(&self) -> usize {
        let count = self.items.len();
        self.min.map_or(0, |min| usize::try_from(min).unwrap_or(usize::MAX)).min(count)
    }
}

impl Tree {
    pub(crate) fn def(&self, id: usize) -> Option<&Def> {
        self.defs.get(id)
    }

    /// The node behind any chain of references. Bounded: a loop of references ends at `None`.
    pub(crate) fn resolve<'a>(&'a self, node: &'a Node) -> Option<&'a Node> {
        let mut at = node;
        for _ in 0..=self.defs.len() {
            match at.kind {
                Kind::Ref(id) => at = &self.def(id)?.node,
                _ => return Some(at),
            }
        }
        None
    }

    /// `null` is an answer here.
    pub(crate) fn accepts_null(&self, node: &Node) -> bool {
        let mut at = node;
        for _ in 0..=self.defs.len() {
            if at.nullable {
                return true;
            }
            match &at.kind {
                Kind::Any | Kind::Null => return true,
                Kind::Choice(choice) => return choice.values.iter().any(|(v, _)| v.is_null()),
                Kind::Ref(id) => match self.def(*id) {
                    Some(def) => at = &def.node,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }
}

/// `null` needs no saying besides this.
pub(crate) fn accepts_null_already(kind: &Kind) -> bool {
    matches!(kind, Kind::Any | Kind::Null)
}

/// An object with the keys in this order, without those that are `None`.
pub(crate) fn object<const N: usize>(entries: [(&str, Option<Value>); N]) -> Map<String, Value> {
    entries
        .into_iter()
        .filter_map(|(key, value)| value.map(|value| (key.to_owned(), value)))
        .collect()
}
