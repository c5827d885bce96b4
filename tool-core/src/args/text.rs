//! The fast way from JSON text: a scanner over the object's punctuation and keys that hands
//! each value to serde_json. Whatever is unusual is left to the slow path, which explains it.

use super::fill::{Slots, finish};
use super::slot;
use crate::param::{Limits, ParamDef};
use crate::tool::ToolDef;

/// Fills the slots from `text`; false if the slow path must look at it.
pub(crate) fn fill(text: &str, def: &ToolDef, slots: &mut Slots<'_, '_>) -> bool {
    let mut scan = Scan { text, at: 0 };
    let mut seen = 0u64;
    if scan.object(def, slots, &mut seen).is_none() {
        return false;
    }
    scan.spaces();
    scan.at == text.len() && finish(def, slots, seen)
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl Scan<'_> {
    fn object(&mut self, def: &ToolDef, slots: &mut Slots<'_, '_>, seen: &mut u64) -> Option<()> {
        self.spaces();
        self.expect(b'{')?;
        self.spaces();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Some(());
        }
        let mut next = 0;
        loop {
            self.spaces();
            let key = self.key()?;
            let index = position(def.params, self.text.get(key)?, next);
            self.spaces();
            self.expect(b':')?;
            self.spaces();
            match index {
                Some(index) => {
                    let bit = 1u64 << index;
                    if *seen & bit != 0 {
                        return None;
                    }
                    if self.argument(def.params.get(index)?, index, slots)? {
                        *seen |= bit;
                    }
                    next = index + 1;
                }
                None if def.ignores_unknown() => self.at += slot::skip(self.rest()?)?,
                None => return None,
            }
            self.spaces();
            match self.peek()? {
                b',' => self.at += 1,
                b'}' => {
                    self.at += 1;
                    return Some(());
                }
                _ => return None,
            }
        }
    }

    /// Reads one argument; false if it is a null that stands for the default.
    fn argument(
        &mut self,
        param: &ParamDef,
        index: usize,
        slots: &mut Slots<'_, '_>,
    ) -> Option<bool> {
        let rest = self.rest()?;
        if param.default.is_some() && rest.starts_with("null") {
            self.at += 4;
            return Some(false);
        }
        let length = slots.get_mut(index)?.text(rest)?;
        if !param.limits.is_none() && !within(&param.limits, rest.get(..length)?) {
            return None;
        }
        self.at += length;
        Some(true)
    }

    fn rest(&self) -> Option<&str> {
        self.text.get(self.at..)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn spaces(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// The bytes of a key without escapes.
    fn key(&mut self) -> Option<std::ops::Range<usize>> {
        self.expect(b'"')?;
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' | 0..=0x1f => return None,
                _ => self.at += 1,
            }
        }
        let end = self.at;
        self.at += 1;
        Some(start..end)
    }
}

/// Which parameter a key names; models send them in order, so the next one is tried first.
pub(crate) fn position(params: &[ParamDef], key: &str, next: usize) -> Option<usize> {
    if params.get(next).is_some_and(|param| param.name == key) {
        return Some(next);
    }
    params.iter().position(|param| param.answers_to(key))
}

/// Whether the JSON value `raw` keeps within the limits; false also when only the slow path
/// could tell.
fn within(limits: &Limits, raw: &str) -> bool {
    let raw = raw.trim();
    match raw.as_bytes().first() {
        Some(b'"') => match raw.get(1..raw.len() - 1) {
            Some(inner) if !inner.contains('\\') => limits.accepts_text(inner),
            _ => false,
        },
        Some(b'[') => match serde_json::from_str::<Vec<serde::de::IgnoredAny>>(raw) {
            Ok(items) => limits.accepts_length(items.len()),
            Err(_) => false,
        },
        Some(b'-' | b'0'..=b'9') => match raw.parse::<i128>() {
            Ok(int) => limits.accepts_int(int),
            Err(_) => raw.parse::<f64>().is_ok_and(|float| limits.accepts_float(float)),
        },
        _ => true,
    }
}
