//! Arguments in canonical form.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::Shape;

/// The arguments of a call in canonical form: wire names, defaults filled, read-only. A cheap
/// handle.
///
/// This is what approvals, policies, hooks and `effective_access` functions look at.
///
/// ```
/// # use tool_core::Arguments;
/// fn reads_only(arguments: &Arguments) -> bool {
///     arguments.str("method").is_some_and(|method| method == "GET")
/// }
/// # let _ = reads_only;
/// ```
#[derive(Clone, Default)]
pub struct Arguments(Arc<Inner>);

/// A list, for there are few, and most calls are looked at by a name or two: a map is made only
/// for those who want one.
#[derive(Default)]
struct Inner {
    list: Vec<(Arc<str>, Value)>,
    map: OnceLock<Map<String, Value>>,
}

impl Arguments {
    pub(crate) fn new(map: Map<String, Value>) -> Self {
        Arguments::of(map.into_iter().map(|(name, value)| (Arc::from(name), value)).collect())
    }

    fn of(list: Vec<(Arc<str>, Value)>) -> Self {
        Arguments(Arc::new(Inner { list, map: OnceLock::new() }))
    }

    /// The arguments of text that was decoded as it is, where it names every parameter in its order
    /// and none is null: then there is nothing to rename, to fill or to leave out.
    pub(crate) fn of_decoded(text: &str, shape: &Shape) -> Option<Self> {
        let mut json = serde_json::Deserializer::from_str(text);
        let list = json.deserialize_map(Members(shape)).ok()?;
        (list.len() == shape.params.len()).then(|| Arguments::of(list))
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.list.iter().find(|(own, _)| **own == *name).map(|(_, value)| value)
    }

    /// The value of a parameter that is text.
    pub fn str(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// Every parameter that has a value, in parameter order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.list.iter().map(|(name, value)| (&**name, value))
    }

    /// The arguments as a JSON object, made when it is first asked for.
    pub fn as_map(&self) -> &Map<String, Value> {
        self.0.map.get_or_init(|| {
            self.0.list.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
        })
    }
}

impl PartialEq for Arguments {
    fn eq(&self, other: &Self) -> bool {
        self.0.list == other.0.list
    }
}

impl fmt::Debug for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Arguments").field(&self.0.list).finish()
    }
}

/// The members of an object, as long as they are the parameters in their order, none of them null.
struct Members<'s>(&'s Shape);

impl<'de> Visitor<'de> for Members<'_> {
    type Value = Vec<(Arc<str>, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("every parameter in its order")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::with_capacity(self.0.params.len());
        for param in &self.0.params {
            let Some(()) = access.next_key_seed(Key(&param.name))? else { break };
            let value: Value = access.next_value()?;
            if value.is_null() {
                return Err(A::Error::custom("null"));
            }
            list.push((Arc::clone(&param.name), value));
        }
        Ok(list)
    }
}

/// The name of one parameter, and no other.
struct Key<'s>(&'s str);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<(), E> {
        if key == self.0 { Ok(()) } else { Err(E::custom("another key")) }
    }
}
