//! The typed places that a call's arguments are decoded into, one `Slot` implementation a
//! type, shared by every tool that has a parameter of it.

use std::any::{Any, TypeId};
use std::marker::PhantomData;

use schemars::SchemaGenerator;
use serde::de::{self, Deserializer, IgnoredAny, Visitor};
use serde_json::Value;

use super::take::Take;
use super::variants;
use crate::param::{Literal, ParamType, ToolParam};
use crate::same_type::cast;

/// A typed place for one argument, seen without its type.
pub trait Slot {
    /// Says what the place takes.
    fn describe(&self, generator: &mut SchemaGenerator) -> ParamType;
    /// Reads one JSON value from the start of `rest`; gives how many bytes it took.
    fn text(&mut self, rest: &str) -> Option<usize>;
    /// Reads a text by taking it out of its value, if the place is for text as it is.
    fn text_of(&mut self, value: &mut Value) -> bool;
    /// Puts back what [`text_of`](Slot::text_of) took.
    fn restore(&mut self, value: &mut Value);
    /// Reads a JSON value, and takes its text out of it.
    fn take(&mut self, value: &mut Value) -> Result<(), serde_json::Error>;
    /// Reads a JSON value and leaves it alone.
    fn reference(&mut self, value: &Value) -> Result<(), serde_json::Error>;
    /// Reads an absent value, as serde reads a missing field.
    fn missing(&mut self) -> bool;
    /// Reads a default.
    fn literal(&mut self, literal: &Literal) -> bool;
}

/// The place for one argument of type `T`.
pub struct Arg<T: 'static> {
    value: Option<T>,
    /// What `T` can do as a parameter. Kept as functions, so that `Arg<T>` is a slot whatever `T`
    /// is: a type that is no parameter is then told of once, where [`arg`] names it.
    ops: &'static Ops<T>,
}

struct Ops<T> {
    describe: fn(&mut SchemaGenerator) -> ParamType,
    text: fn(&str) -> Option<(T, usize)>,
    reference: fn(&Value) -> Result<T, serde_json::Error>,
    take: fn(&mut Value) -> Result<T, serde_json::Error>,
    missing: fn() -> Option<T>,
}

/// An empty place.
// A free function: with an inherent constructor a type without schema would give E0599, whose
// text is about method resolution, in place of the message of `ToolParam`.
pub fn arg<T: ToolParam>() -> Arg<T> {
    Arg { value: None, ops: &OpsOf::<T>::OPS }
}

struct OpsOf<T>(PhantomData<T>);

impl<T: ToolParam> OpsOf<T> {
    const OPS: Ops<T> = Ops {
        describe: |generator| ParamType {
            schema: T::schema(generator),
            optional: T::decode(Missing).is_ok(),
            variants: variants::of::<T>(),
        },
        text: |rest| {
            if let Some(found) = plain::<T>(rest) {
                return Some(found);
            }
            // A stream reads one value and tells where it ended, so nothing is scanned twice.
            let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Decode<T>>();
            match stream.next() {
                Some(Ok(Decode(value))) => Some((value, stream.byte_offset())),
                _ => None,
            }
        },
        reference: |value| T::decode(value),
        take: |value| T::decode(Take(value)),
        missing: || T::decode(Missing).ok(),
    };
}

/// The commonest values of the commonest types, read without serde: `true`, `false`, and short
/// text without escapes.
#[inline(always)]
fn plain<T: 'static>(rest: &str) -> Option<(T, usize)> {
    let ty = TypeId::of::<T>();
    if ty == TypeId::of::<bool>() {
        return if rest.starts_with("true") {
            Some((cast(true)?, 4))
        } else if rest.starts_with("false") {
            Some((cast(false)?, 5))
        } else {
            None
        };
    }
    if ty == TypeId::of::<String>() {
        let (text, length) = short_text(rest)?;
        return Some((cast(text)?, length));
    }
    if ty == TypeId::of::<Option<String>>() {
        let (text, length) = short_text(rest)?;
        return Some((cast(Some(text))?, length));
    }
    None
}

fn short_text(rest: &str) -> Option<(String, usize)> {
    let inner = rest.strip_prefix('"')?;
    let mut bytes = inner.bytes().take(SHORT);
    let length = bytes.position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
    let text = inner.get(..length).filter(|_| inner.as_bytes().get(length) == Some(&b'"'))?;
    Some((text.to_owned(), length + 2))
}

/// Up to how many bytes a text is looked through byte by byte; serde_json is faster beyond.
const SHORT: usize = 48;

impl<T> Arg<T> {
    /// The argument.
    ///
    /// # Panics
    /// Never after a successful fill of a parameter without a computed default.
    pub fn take(&mut self) -> T {
        self.value.take().expect("a successful fill leaves no slot without a default empty")
    }

    /// The argument, or its computed default.
    pub fn take_or_else(&mut self, default: impl FnOnce() -> T) -> T {
        self.value.take().unwrap_or_else(default)
    }
}

impl<T> Slot for Arg<T> {
    fn describe(&self, generator: &mut SchemaGenerator) -> ParamType {
        (self.ops.describe)(generator)
    }

    fn text(&mut self, rest: &str) -> Option<usize> {
        let (value, length) = (self.ops.text)(rest)?;
        self.value = Some(value);
        Some(length)
    }

    fn text_of(&mut self, value: &mut Value) -> bool {
        if let Value::String(text) = value
            && let Some(place) = (self as &mut dyn Any).downcast_mut::<Arg<String>>()
        {
            place.value = Some(std::mem::take(text));
            return true;
        }
        false
    }

    fn take(&mut self, value: &mut Value) -> Result<(), serde_json::Error> {
        self.value = Some((self.ops.take)(value)?);
        Ok(())
    }

    fn restore(&mut self, value: &mut Value) {
        if let Some(place) = (self as &mut dyn Any).downcast_mut::<Arg<String>>()
            && let Some(text) = place.value.take()
        {
            *value = Value::String(text);
        }
    }

    fn reference(&mut self, value: &Value) -> Result<(), serde_json::Error> {
        self.value = Some((self.ops.reference)(value)?);
        Ok(())
    }

    fn missing(&mut self) -> bool {
        self.value = (self.ops.missing)();
        self.value.is_some()
    }

    fn literal(&mut self, literal: &Literal) -> bool {
        self.reference(&literal.value()).is_ok()
    }
}

/// `ToolParam` as `Deserialize`, for APIs that ask for the latter.
struct Decode<T>(T);

impl<'de, T: ToolParam> de::Deserialize<'de> for Decode<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::decode(deserializer).map(Decode)
    }
}

/// Where serde looks for a field that is not there: an option is none, all else is an error.
struct Missing;

#[derive(Debug)]
pub(super) struct Absent;

impl std::fmt::Display for Absent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("missing")
    }
}

impl std::error::Error for Absent {}

impl de::Error for Absent {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Absent
    }
}

impl<'de> Deserializer<'de> for Missing {
    type Error = Absent;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Absent> {
        Err(Absent)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Absent> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// How many bytes the JSON value at the start of `rest` takes, whatever it is.
pub(crate) fn skip(rest: &str) -> Option<usize> {
    let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
    match stream.next() {
        Some(Ok(_)) => Some(stream.byte_offset()),
        _ => None,
    }
}
