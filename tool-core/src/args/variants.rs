//! The declared order of an enum's names.
//!
//! schemars lists documented variants apart from the others, so a partly documented enum loses
//! its order. The type itself still knows it: it names its variants to whoever decodes it.

use std::cell::Cell;

use serde::de::{self, Deserializer, IntoDeserializer, Visitor};

use super::slot::Absent;
use crate::param::ToolParam;

/// The names of an enum's variants in declared order, for an enum, an optional one, or a list of
/// one.
pub(crate) fn of<T: ToolParam>() -> Option<&'static [&'static str]> {
    let found = Cell::new(None);
    // It ends in an error: there is no value to give.
    let _ = T::decode(Probe(&found));
    found.get()
}

#[derive(Clone, Copy)]
struct Probe<'a>(&'a Cell<Option<&'static [&'static str]>>);

impl<'de> IntoDeserializer<'de, Absent> for Probe<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Absent;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Absent> {
        Err(Absent)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Absent> {
        self.0.set(Some(variants));
        Err(Absent)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Absent> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Absent> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Absent> {
        visitor.visit_seq(de::value::SeqDeserializer::new(std::iter::once(self)))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct tuple tuple_struct map struct identifier ignored_any
    }
}
