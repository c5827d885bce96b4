//! Two schemas that must both hold, as one.
//!
//! What cannot be expressed as one node is given up on the side of accepting more, and said in the
//! report as a dropped `allOf`.

use serde_json::Number;

use super::node::{Bounds, Field, Fields, Kind, List, Node, Rest, Text, Union};
use super::parse::{MAX_DEPTH, Reader};
use super::read::is_type;
use super::union::join;
use crate::error::DialectError;

/// Unions of unions multiply; past this many variants the second is given up.
const MAX_VARIANTS: usize = 64;

type Merged = Result<Node, DialectError>;

impl Reader<'_> {
    pub(super) fn merge(&mut self, mut a: Node, mut b: Node, depth: usize) -> Merged {
        self.count(&a.path)?;
        if depth > MAX_DEPTH {
            return Err(self.wrong(&a.path, format!("`allOf` nests deeper than {MAX_DEPTH}")));
        }
        let mut out = Node {
            description: a.description.take().or_else(|| b.description.take()),
            title: a.title.take().or_else(|| b.title.take()),
            default: a.default.take().or_else(|| b.default.take()),
            extras: std::mem::take(&mut a.extras),
            noise: std::mem::take(&mut a.noise),
            path: a.path.clone(),
            ..Node::default()
        };
        out.extras.append(&mut b.extras);
        out.noise.append(&mut b.noise);
        let null = |node: &Node| node.nullable || matches!(node.kind, Kind::Any | Kind::Null);
        out.nullable = null(&a) && null(&b);
        out.kind = match (a.kind, b.kind) {
            (Kind::Any, kind) | (kind, Kind::Any) => kind,
            (Kind::Ref(x), Kind::Ref(y)) if x == y => Kind::Ref(x),
            (Kind::Ref(id), kind) | (kind, Kind::Ref(id)) => {
                let Some(target) = self.copy_of(id, depth + 1)? else {
                    out.noise.push("allOf".to_owned());
                    out.kind = kind;
                    return Ok(out);
                };
                let mut other = Node::of(kind, out.path.clone());
                other.nullable = a.nullable || b.nullable;
                let merged = self.merge(other, target, depth + 1)?;
                return Ok(take_over(out, merged));
            }
            (Kind::Union(union), kind) | (kind, Kind::Union(union)) => {
                let merged = self.distribute(union, kind, &out.path, depth)?;
                let nullable = out.nullable;
                let mut out = take_over(out, merged);
                out.nullable |= nullable && !matches!(out.kind, Kind::Any | Kind::Null);
                return Ok(out);
            }
            (Kind::Object(x), Kind::Object(y)) => Kind::Object(self.fields_of_both(x, y, depth)?),
            (Kind::Null, _) | (_, Kind::Null) if out.nullable => Kind::Null,
            (Kind::Bool, Kind::Bool) => Kind::Bool,
            (Kind::Number(x), Kind::Number(y)) => Kind::Number(both_bounds(x, y)),
            (Kind::Text(x), Kind::Text(y)) => {
                if x.pattern.is_some() && y.pattern.is_some() && x.pattern != y.pattern {
                    out.noise.push("allOf".to_owned());
                }
                Kind::Text(both_texts(x, y))
            }
            (Kind::List(x), Kind::List(y)) => Kind::List(self.both_lists(x, y, depth)?),
            (Kind::Tuple(tuple), Kind::List(_)) | (Kind::List(_), Kind::Tuple(tuple)) => {
                out.noise.push("allOf".to_owned());
                Kind::Tuple(tuple)
            }
            (Kind::Tuple(tuple), Kind::Tuple(_)) => {
                out.noise.push("allOf".to_owned());
                Kind::Tuple(tuple)
            }
            (Kind::Choice(mut choice), other) | (other, Kind::Choice(mut choice)) => {
                choice.values.retain(|(value, _)| could_be(&other, value));
                if choice.values.is_empty() { Kind::Never } else { Kind::Choice(choice) }
            }
            _ if out.nullable => Kind::Null,
            _ => Kind::Never,
        };
        if matches!(out.kind, Kind::Any | Kind::Null) {
            out.nullable = false;
        }
        Ok(out)
    }

    /// `{properties, oneOf: […]}` means: the properties and one of these. Written out, each variant
    /// has the shared properties too, and no dialect needs the two side by side.
    fn distribute(&mut self, union: Union, kind: Kind, path: &str, depth: usize) -> Merged {
        let more = match &kind {
            Kind::Union(other) => other.variants.len(),
            _ => 1,
        };
        if union.variants.len().saturating_mul(more) > MAX_VARIANTS {
            let mut given_up = Node::of(kind, path);
            given_up.noise.push("allOf".to_owned());
            return Ok(given_up);
        }
        let mut kept = Vec::new();
        for variant in union.variants {
            let at = variant.path.clone();
            let merged = self.merge(variant, Node::of(kind.clone(), at), depth + 1)?;
            match merged.kind {
                Kind::Never => {}
                Kind::Union(inner) if merged.description.is_none() => kept.extend(inner.variants),
                _ => kept.push(merged),
            }
        }
        Ok(join(kept, false, union.exclusive, path))
    }

    fn fields_of_both(
        &mut self,
        mut a: Fields,
        b: Fields,
        depth: usize,
    ) -> Result<Fields, DialectError> {
        for field in b.fields {
            match a.fields.iter_mut().find(|known| known.name == field.name) {
                Some(known) => {
                    known.required |= field.required;
                    let mine = std::mem::take(&mut known.node);
                    known.node = self.merge(mine, field.node, depth + 1)?;
                }
                None => a.fields.push(Field { ..field }),
            }
        }
        a.patterns.extend(b.patterns);
        a.min = a.min.max(b.min);
        a.max = least(a.max, b.max);
        a.rest = match (a.rest, b.rest) {
            (Rest::Closed, _) | (_, Rest::Closed) => Rest::Closed,
            (Rest::Of(x), Rest::Of(y)) => Rest::Of(Box::new(self.merge(*x, *y, depth + 1)?)),
            (Rest::Of(x), _) | (_, Rest::Of(x)) => Rest::Of(x),
            (Rest::Open, _) | (_, Rest::Open) => Rest::Open,
            (Rest::Silent, Rest::Silent) => Rest::Silent,
        };
        Ok(a)
    }

    fn both_lists(&mut self, a: List, b: List, depth: usize) -> Result<List, DialectError> {
        let items = match (a.items, b.items) {
            (Some(x), Some(y)) => Some(Box::new(self.merge(*x, *y, depth + 1)?)),
            (x, y) => x.or(y),
        };
        Ok(List {
            items,
            min: a.min.max(b.min),
            max: least(a.max, b.max),
            unique: a.unique || b.unique,
        })
    }
}

/// The merged node, with the annotations of the one around it.
fn take_over(outer: Node, mut inner: Node) -> Node {
    inner.description = outer.description.or(inner.description);
    inner.title = outer.title.or(inner.title);
    inner.default = outer.default.or(inner.default);
    inner.extras.extend(outer.extras);
    inner.noise.extend(outer.noise);
    inner.path = outer.path;
    inner
}

fn both_bounds(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        integer: a.integer || b.integer,
        minimum: greater(a.minimum, b.minimum),
        maximum: lesser(a.maximum, b.maximum),
        above: greater(a.above, b.above),
        below: lesser(a.below, b.below),
        multiple: a.multiple.or(b.multiple),
        format: a.format.or(b.format),
    }
}

fn both_texts(a: Text, b: Text) -> Text {
    Text {
        format: a.format.or(b.format),
        pattern: a.pattern.or(b.pattern),
        min: a.min.max(b.min),
        max: least(a.max, b.max),
    }
}

fn least(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn greater(a: Option<Number>, b: Option<Number>) -> Option<Number> {
    pick(a, b, |a, b| a >= b)
}

fn lesser(a: Option<Number>, b: Option<Number>) -> Option<Number> {
    pick(a, b, |a, b| a <= b)
}

fn pick(a: Option<Number>, b: Option<Number>, first: fn(f64, f64) -> bool) -> Option<Number> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let wins = match (a.as_f64(), b.as_f64()) {
                (Some(x), Some(y)) => first(x, y),
                _ => true,
            };
            Some(if wins { a } else { b })
        }
        (a, b) => a.or(b),
    }
}

/// The value is of the kind's JSON type. Bounds on constants are not worth a check.
fn could_be(kind: &Kind, value: &serde_json::Value) -> bool {
    match kind {
        Kind::Bool => value.is_boolean(),
        Kind::Number(bounds) => is_type(value, if bounds.integer { "integer" } else { "number" }),
        Kind::Text(_) => value.is_string(),
        Kind::Choice(choice) => choice.values.iter().any(|(other, _)| other == value),
        Kind::List(_) | Kind::Tuple(_) => value.is_array(),
        Kind::Object(_) => value.is_object(),
        Kind::Null => value.is_null(),
        _ => true,
    }
}
