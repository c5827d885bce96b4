//! Arguments in canonical form.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
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
    list: Vec<(String, Value)>,
    map: OnceLock<Map<String, Value>>,
}

impl Arguments {
    pub(crate) fn new(map: Map<String, Value>) -> Self {
        Arguments::of(map.into_iter().collect())
    }

    fn of(list: Vec<(String, Value)>) -> Self {
        Arguments(Arc::new(Inner { list, map: OnceLock::new() }))
    }

    /// The arguments of text that was decoded as it is, where it names every parameter in its order
    /// and none is null: then there is nothing to rename, to fill or to leave out.
    pub(crate) fn of_decoded(text: &str, shape: &Shape) -> Option<Self> {
        let Pairs(list) = serde_json::from_str(text).ok()?;
        let names = shape.params.iter().map(|param| param.name.as_str());
        let whole = list.len() == shape.params.len()
            && list.iter().map(|(name, _)| name.as_str()).eq(names)
            && list.iter().all(|(_, value)| !value.is_null());
        whole.then(|| Arguments::of(list))
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.list.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// The value of a parameter that is text.
    pub fn str(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// Every parameter that has a value, in parameter order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.list.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The arguments as a JSON object, made when it is first asked for.
    pub fn as_map(&self) -> &Map<String, Value> {
        self.0.map.get_or_init(|| self.0.list.iter().cloned().collect())
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

/// The members of an object in their order.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Pairs, A::Error> {
                let mut list = Vec::with_capacity(8);
                while let Some(member) = access.next_entry()? {
                    list.push(member);
                }
                Ok(Pairs(list))
            }
        }

        deserializer.deserialize_map(Members)
    }
}
