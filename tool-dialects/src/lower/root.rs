//! The root, which most providers want to be a plain object, and the definitions beside it.

use serde_json::{Map, Value};

use super::limits::over_limits;
use super::walk::{Draft, Out, Place, Walk};
use crate::report::Action;
use crate::rules::{Any, Objects};
use crate::schema::{Field, Fields, Kind, Node, Rest};

/// What the schema is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    Arguments,
    /// A result of any type.
    AnyResult,
    /// A result that must be an object.
    ObjectResult,
}

impl Root {
    /// The property under which what is no object goes out.
    pub(super) fn key(self) -> &'static str {
        if self == Self::Arguments { ARGUMENT } else { RESULT }
    }
}

/// The property of an argument that is no object.
pub(crate) const ARGUMENT: &str = "value";
/// The property of a result that is no object.
pub(crate) const RESULT: &str = "result";

impl Walk<'_> {
    /// The whole schema, and whether it was put under a property to make it an object.
    pub(super) fn root(&mut self, root: Root) -> Out<(Map<String, Value>, bool)> {
        self.root_noise();
        let tree = self.tree;
        let place = Place { root: true, ..Place::default() };
        let target = tree.resolve(&tree.root).unwrap_or(&tree.root);
        let over = if std::ptr::eq(target, &raw const tree.root) { None } else { Some(&tree.root) };
        if over.is_some_and(|_| tree.root_def.is_some()) {
            self.root_moved = true;
        }
        let objects = |node: &Node| {
            matches!(tree.resolve(node).map(|node| &node.kind), Some(Kind::Object(_)))
        };
        let mut wrapped = false;
        let mut schema = match &target.kind {
            _ if root == Root::AnyResult => self.node(&tree.root, place)?,
            Kind::Object(_) => self.written_out(target, over, place)?,
            Kind::Null | Kind::Never if root == Root::Arguments => {
                self.written_out(&empty(target, Rest::Closed), over, place)?
            }
            Kind::Any if root == Root::Arguments => self.open(target, over, place)?,
            Kind::Union(union) if self.profile.root_union && union.variants.iter().all(objects) => {
                let union = self.written_out(target, over, place)?;
                let mut schema = Map::from_iter([("type".to_owned(), "object".into())]);
                schema.extend(union);
                let reason = "`type: object` stands beside the union";
                self.lose("#", Action::Rewritten, reason, self.profile.source);
                schema
            }
            _ => {
                wrapped = true;
                self.root_moved = true;
                self.wrapped(root)?
            }
        };
        let definitions = self.definitions()?;
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), Value::Object(definitions));
        }
        if let Some((reason, source)) = over_limits(self.profile, &schema) {
            return Err(self.not_strict("#", reason, source));
        }
        Ok((schema, wrapped))
    }

    /// Arguments of which nothing is said.
    fn open(&mut self, node: &Node, over: Option<&Node>, place: Place) -> Out<Map<String, Value>> {
        if self.profile.any == Any::NotStrict {
            let reason = "arguments of which nothing is said cannot be strict".to_owned();
            return Err(self.not_strict("#", reason, self.profile.source));
        }
        self.written_out(&empty(node, Rest::Open), over, place)
    }

    fn wrapped(&mut self, root: Root) -> Out<Map<String, Value>> {
        let inner = Place { depth: 1, ..Place::default() };
        let value = self.node(&self.tree.root, inner)?;
        let mut draft = Draft::default();
        self.set_type(&mut draft, "object");
        let properties = Map::from_iter([(root.key().to_owned(), Value::Object(value))]);
        draft.body.insert("properties".to_owned(), Value::Object(properties));
        draft.body.insert("required".to_owned(), vec![root.key()].into());
        if self.profile.objects == Objects::Closed {
            draft.body.insert("additionalProperties".to_owned(), false.into());
        }
        let reason = format!("the root is no plain object; sent under `{}`", root.key());
        self.lose("#", Action::Rewritten, reason, self.profile.cite("root"));
        Ok(draft.body)
    }

    /// Every definition that a `$ref` was written for, in declared order.
    fn definitions(&mut self) -> Out<Map<String, Value>> {
        let tree = self.tree;
        let mut written: Vec<(usize, usize, Value)> = Vec::new();
        let mut next = 0;
        while let Some(&id) = self.used.get(next) {
            next += 1;
            if Some(id) == tree.root_def && !self.root_moved {
                continue;
            }
            let Some(def) = tree.def(id) else { continue };
            self.current = Some(id);
            let schema = self.written_out(&def.node, None, Place::default())?;
            written.push((def.rank, id, Value::Object(schema)));
        }
        self.current = None;
        written.sort_by_key(|(rank, id, _)| (*rank, *id));
        let name = |id: usize| tree.def(id).map(|def| def.name.clone()).unwrap_or_default();
        Ok(written.into_iter().map(|(_, id, schema)| (name(id), schema)).collect())
    }
}

/// An object without named properties, in the place of another node.
fn empty(node: &Node, rest: Rest) -> Node {
    let fields = Fields { fields: Vec::<Field>::new(), rest, ..Fields::default() };
    let mut out = node.clone();
    out.kind = Kind::Object(fields);
    out.nullable = false;
    out
}
