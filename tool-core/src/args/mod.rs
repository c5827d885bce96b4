//! From what a model sent to what a function takes: decoding, repair, and the words for what
//! does not fit.

mod canonical;
mod check;
mod coerce;
mod describe;
mod fill;
mod limits;
mod outline;
mod report;
mod shape;
mod slot;
mod slow;
mod take;
mod text;
mod unions;
mod variants;
mod walk;

#[cfg(test)]
mod tests;

pub use canonical::Arguments;
pub(crate) use fill::{Described, Receiver};
pub use fill::{OutputSchemaFn, Source, Undecoded};
pub use report::{ArgumentReport, Fault, FaultKind, Repair};
pub use slot::{Arg, Slot, arg};

pub(crate) use check::{Checked, accepts as check_value, arguments as check_arguments};
pub(crate) use describe::clip;
pub(crate) use outline::Outline;
pub(crate) use shape::{Shape, ShapeParam};
pub(crate) use slow::{Parsed, parse};

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::metadata::closed_set;

closed_set! {
    /// How arguments are read. Default: [`Lenient`](ArgumentPolicy::Lenient).
    #[derive(Default)]
    pub enum ArgumentPolicy ("argument policy") {
        /// Values of another form are repaired where nothing is lost: `"5"` for a number.
        #[default]
        Lenient = "lenient",
        /// What the schema accepts, and nothing else.
        Strict = "strict",
    }
}

/// The longest arguments that are read, in bytes of JSON text: 16 MiB.
pub const MAX_ARGUMENT_BYTES: usize = 16 * 1024 * 1024;

/// The deepest nesting that is read, the argument object counted.
pub const MAX_ARGUMENT_DEPTH: usize = 128;

/// Arguments as a caller has them: JSON text, or a [`Value`].
///
/// ```
/// use serde_json::json;
/// use tool_core::RawArguments;
/// let text = RawArguments::from(r#"{"pattern": "*.rs"}"#);
/// let value = RawArguments::from(json!({"pattern": "*.rs"}));
/// # let _ = (text, value);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RawArguments<'a> {
    /// JSON text, as models send it. Empty text means no arguments.
    Text(Cow<'a, str>),
    /// A parsed object.
    Value(Value),
}

impl<'a> From<&'a str> for RawArguments<'a> {
    fn from(text: &'a str) -> Self {
        RawArguments::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for RawArguments<'a> {
    fn from(text: &'a String) -> Self {
        RawArguments::Text(Cow::Borrowed(text))
    }
}

impl From<String> for RawArguments<'_> {
    fn from(text: String) -> Self {
        RawArguments::Text(Cow::Owned(text))
    }
}

impl From<Value> for RawArguments<'_> {
    fn from(value: Value) -> Self {
        RawArguments::Value(value)
    }
}

impl From<Map<String, Value>> for RawArguments<'_> {
    fn from(map: Map<String, Value>) -> Self {
        RawArguments::Value(Value::Object(map))
    }
}
