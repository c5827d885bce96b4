//! The walk from nodes to a dialect's schema. Every keyword that is written goes through
//! [`Walk::put`], which asks the allow-list.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::definition::Definition;
use crate::error::DialectError;
use crate::options::Options;
use crate::report::{Action, Loss};
use crate::rules::{Any, Nulls, Profile};
use crate::schema::{Kind, Node, Tree};

/// Deeper than any provider takes, with room for what inlining adds.
const MAX_DEPTH: usize = 96;
/// More than any provider takes; bounds what inlining can multiply.
const MAX_NODES: usize = 20_000;

/// Why a walk stops.
pub(super) enum Fault {
    /// The schema cannot be strict. The plain form is tried next.
    NotStrict(Loss),
    Refused(DialectError),
}

impl Fault {
    /// The plain forms give up nothing, so this is a refusal all the same.
    pub(super) fn into_error(self) -> DialectError {
        match self {
            Self::Refused(error) => error,
            Self::NotStrict(loss) => DialectError::Refused {
                tool: String::new(),
                path: loss.path,
                rule: loss.reason,
                source_url: loss.source,
            },
        }
    }
}

pub(super) type Out<T> = Result<T, Fault>;

/// Where a node stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) depth: usize,
    /// A property that may be absent.
    pub(super) optional: bool,
    /// A member of a union.
    pub(super) in_union: bool,
    /// Some property on the way here may be absent.
    pub(super) through_optional: bool,
    /// Strict: absence is said with `null`.
    pub(super) null_for_absent: bool,
    pub(super) root: bool,
}

impl Place {
    pub(super) fn below(self) -> Self {
        Self { depth: self.depth + 1, through_optional: self.through_optional, ..Self::default() }
    }
}

pub(super) struct Walk<'a> {
    pub(super) tree: &'a Tree,
    pub(super) profile: &'static Profile,
    pub(super) options: &'a Options,
    pub(super) definition: &'a Definition,
    /// Strict was asked for and is not to be had: close what says nothing, all the same.
    pub(super) close: bool,
    pub(super) losses: Vec<Loss>,
    said: HashSet<(String, Action)>,
    nodes: usize,
    /// Definitions that a `$ref` was written for.
    pub(super) used: Vec<usize>,
    /// The definition being written.
    pub(super) current: Option<usize>,
    /// `$ref: "#"` would not mean the root of the definition.
    pub(super) root_moved: bool,
}

/// One schema object on its way: its keywords, and what goes into the description.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) body: Map<String, Value>,
    pub(super) words: Vec<String>,
    /// Lines of their own: what each value of an enumeration means.
    pub(super) lines: Vec<String>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        tree: &'a Tree,
        profile: &'static Profile,
        options: &'a Options,
        definition: &'a Definition,
        close: bool,
    ) -> Self {
        Self {
            tree,
            profile,
            options,
            definition,
            close,
            losses: Vec::new(),
            said: HashSet::new(),
            nodes: 0,
            used: Vec::new(),
            current: None,
            root_moved: false,
        }
    }

    pub(super) fn node(&mut self, node: &Node, place: Place) -> Out<Map<String, Value>> {
        self.nodes += 1;
        if place.depth > MAX_DEPTH || self.nodes > MAX_NODES {
            let rule = format!(
                "written out, the schema has more than {MAX_NODES} parts or {MAX_DEPTH} levels"
            );
            return Err(self.refuse(&node.path, rule, self.profile.source));
        }
        if let Kind::Ref(id) = node.kind {
            return self.reference(node, id, place);
        }
        self.written_out(node, None, place)
    }

    /// The node itself; `over` is the reference that it stands for, whose words win.
    pub(super) fn written_out(
        &mut self,
        node: &Node,
        over: Option<&Node>,
        place: Place,
    ) -> Out<Map<String, Value>> {
        let mut draft = Draft::default();
        match &node.kind {
            Kind::Any => self.any(node, &mut draft)?,
            Kind::Never => {
                draft.body.insert("not".to_owned(), Value::Object(Map::new()));
                if !self.profile.takes("not") {
                    let reason = "no value is allowed here".to_owned();
                    return Err(self.refuse(&node.path, reason, self.profile.source));
                }
            }
            Kind::Null => self.set_type(&mut draft, "null"),
            Kind::Bool => self.set_type(&mut draft, "boolean"),
            Kind::Number(bounds) => self.number(node, bounds, &mut draft),
            Kind::Text(text) => self.text(node, text, &mut draft),
            Kind::Choice(choice) => self.choice(node, choice, &mut draft)?,
            Kind::List(list) => self.list(node, list, place, &mut draft)?,
            Kind::Tuple(tuple) => self.tuple(node, tuple, place, &mut draft)?,
            Kind::Object(fields) => self.object(node, fields, place, &mut draft)?,
            Kind::Union(union) => self.union(node, union, place, &mut draft)?,
            Kind::Ref(id) => return self.reference(node, *id, place),
        }
        self.finish(node, over, place, draft)
    }

    fn any(&mut self, node: &Node, draft: &mut Draft) -> Out<()> {
        match self.profile.any {
            Any::Empty => {}
            Any::Types => {
                let all = ["string", "number", "boolean", "object", "array", "null"];
                draft.body.insert("type".to_owned(), Value::from(all.to_vec()));
                self.lose(
                    &node.path,
                    Action::Rewritten,
                    "any value is sent as a list of all types",
                    self.profile.source,
                );
            }
            Any::JsonText => {
                self.set_type(draft, "string");
                draft.words.push("any value, written as JSON text".to_owned());
                self.lose(
                    &node.path,
                    Action::Rewritten,
                    "any value is sent as a string that holds JSON",
                    self.profile.source,
                );
            }
            Any::NotStrict => {
                let reason = "a value of any type cannot be strict".to_owned();
                return Err(self.not_strict(&node.path, reason, self.profile.source));
            }
        }
        Ok(())
    }

    pub(super) fn set_type(&self, draft: &mut Draft, name: &str) {
        draft.body.insert("type".to_owned(), self.type_name(name));
    }

    pub(super) fn type_name(&self, name: &str) -> Value {
        if self.profile.upper_types { name.to_ascii_uppercase().into() } else { name.into() }
    }

    /// Writes a keyword if the dialect takes it; otherwise says it in the description.
    pub(super) fn put(
        &mut self,
        draft: &mut Draft,
        node: &Node,
        keyword: &str,
        value: impl Into<Value>,
    ) {
        let value = value.into();
        if self.profile.takes(keyword) {
            draft.body.insert(keyword.to_owned(), value);
        } else {
            self.say(draft, node, keyword, &value);
        }
    }

    /// Says a keyword in the description, and that in the report.
    pub(super) fn say(&mut self, draft: &mut Draft, node: &Node, keyword: &str, value: &Value) {
        draft.words.push(super::describe::in_words(keyword, value));
        let reason = format!("{} does not take `{keyword}`", self.profile.form);
        let at = format!("{}/{keyword}", node.path);
        self.lose(&at, Action::Moved, reason, self.profile.cite(keyword));
    }

    pub(super) fn lose(
        &mut self,
        path: &str,
        action: Action,
        reason: impl Into<String>,
        source: &'static str,
    ) {
        if self.said.insert((path.to_owned(), action)) {
            self.losses.push(Loss::new(path, action, reason, source));
        }
    }

    pub(super) fn not_strict(&self, path: &str, reason: String, source: &'static str) -> Fault {
        Fault::NotStrict(Loss::new(path, Action::NonStrict, reason, source))
    }

    pub(super) fn refuse(&self, path: &str, rule: String, source_url: &'static str) -> Fault {
        Fault::Refused(DialectError::Refused {
            tool: self.definition.name.clone(),
            path: path.to_owned(),
            rule: format!("{rule} ({})", self.profile.form),
            source_url,
        })
    }

    /// `null` besides what the draft says.
    pub(super) fn with_null(
        &mut self,
        node: &Node,
        mut body: Map<String, Value>,
    ) -> Out<Map<String, Value>> {
        let null = || Map::from_iter([("type".to_owned(), Value::from("null"))]);
        let compound = matches!(node.kind, Kind::List(_) | Kind::Tuple(_) | Kind::Object(_));
        let in_type = match self.profile.nulls {
            Nulls::TypeArray => true,
            Nulls::ScalarTypeArray => !compound,
            Nulls::AnyOf => false,
            Nulls::Keyword => {
                body.insert("nullable".to_owned(), true.into());
                return Ok(body);
            }
            Nulls::None => {
                let reason = "a required value that may be null cannot be strict".to_owned();
                return Err(self.not_strict(&node.path, reason, self.profile.source));
            }
        };
        if let (true, Some(Value::String(name))) = (in_type, body.get("type")) {
            let both = Value::from(vec![name.clone(), "null".to_owned()]);
            body.insert("type".to_owned(), both);
            if let Some(constant) = body.shift_remove("const") {
                body.insert("enum".to_owned(), Value::Array(vec![constant]));
            }
            if let Some(values) = body.get_mut("enum").and_then(Value::as_array_mut) {
                values.push(Value::Null);
            }
            return Ok(body);
        }
        for keyword in ["anyOf", "oneOf"] {
            if body.len() == 1
                && let Some(variants) = body.get_mut(keyword).and_then(Value::as_array_mut)
            {
                variants.push(Value::Object(null()));
                return Ok(body);
            }
        }
        let both = vec![Value::Object(body), Value::Object(null())];
        Ok(Map::from_iter([("anyOf".to_owned(), Value::Array(both))]))
    }
}
