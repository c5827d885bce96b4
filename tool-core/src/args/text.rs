//! The fast way from JSON text: a scanner over the object's punctuation and keys that hands
//! each value to serde_json. Whatever is unusual is left to the slow path, which explains it.

use super::fill::{Slots, finish};
use super::slot::{self, Slot};
use crate::param::{Limits, ParamDef};
use crate::tool::ToolDef;

/// Fills the slots from `text`; false if the slow path must look at it.
pub(crate) fn fill(text: &str, def: &ToolDef, slots: &mut Slots<'_, '_>) -> bool {
    let mut scan = Scan { text, bytes: text.as_bytes(), at: 0 };
    match scan.object(def, slots) {
        Some(seen) => {
            scan.spaces();
            scan.at == text.len() && finish(def, slots, seen)
        }
        None => false,
    }
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Scan<'t> {
    /// Reads the object; gives which parameters were in it.
    fn object(&mut self, def: &ToolDef, slots: &mut Slots<'_, '_>) -> Option<u64> {
        let mut seen = 0u64;
        self.expect(b'{')?;
        if self.take(b'}') {
            return Some(seen);
        }
        let mut next = 0;
        loop {
            self.expect(b'"')?;
            let index = self.param(def.params, next)?;
            self.expect(b':')?;
            self.spaces();
            if let Some(index) = index {
                let bit = 1u64 << (index & 63);
                if seen & bit != 0 {
                    return None;
                }
                let (param, slot) = (def.params.get(index)?, slots.get_mut(index)?);
                if self.argument(param, *slot)? {
                    seen |= bit;
                }
                next = index + 1;
            } else if def.ignores_unknown() {
                self.at += slot::skip(self.text.get(self.at..)?)?;
            } else {
                return None;
            }
            if !self.take(b',') {
                self.expect(b'}')?;
                return Some(seen);
            }
        }
    }

    /// Which parameter the key names, whose opening quote was read: none if no parameter.
    ///
    /// Models send parameters in order, so the next one is compared without looking for the end
    /// of the key.
    fn param(&mut self, params: &[ParamDef], next: usize) -> Option<Option<usize>> {
        let rest = self.bytes.get(self.at..)?;
        if let Some(param) = params.get(next) {
            let name = param.name.as_bytes();
            if rest.get(name.len()) == Some(&b'"') && rest.starts_with(name) {
                self.at += name.len() + 1;
                return Some(Some(next));
            }
        }
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
        if rest.get(length) != Some(&b'"') {
            return None;
        }
        let key = self.text.get(self.at..self.at + length)?;
        self.at += length + 1;
        Some(params.iter().position(|param| param.answers_to(key)))
    }

    /// Reads one argument; false if it is a null that stands for the default.
    fn argument(&mut self, param: &ParamDef, slot: &mut dyn Slot) -> Option<bool> {
        let rest = self.text.get(self.at..)?;
        if rest.as_bytes().first() == Some(&b'n')
            && param.default.is_some()
            && rest.starts_with("null")
        {
            self.at += 4;
            return Some(false);
        }
        let length = slot.text(rest)?;
        if let Some(limits) = param.limits
            && !within(limits, rest.get(..length)?)
        {
            return None;
        }
        self.at += length;
        Some(true)
    }

    /// Whether the next byte after any space is this one, which is then taken.
    fn take(&mut self, byte: u8) -> bool {
        // Compact text, as models mostly send, has it at once.
        if self.bytes.get(self.at) != Some(&byte) {
            self.spaces();
            if self.bytes.get(self.at) != Some(&byte) {
                return false;
            }
        }
        self.at += 1;
        true
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    fn spaces(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }
}

/// Which parameter a key of an object names.
pub(crate) fn position(params: &[ParamDef], key: &str, next: usize) -> Option<usize> {
    if params.get(next).is_some_and(|param| param.name == key) {
        return Some(next);
    }
    params.iter().position(|param| param.answers_to(key))
}

/// Whether the JSON value `raw` keeps within the limits; false also when only the slow path
/// could tell.
fn within(limits: &Limits, raw: &str) -> bool {
    match raw.as_bytes().first() {
        Some(b'"') => match raw.get(1..raw.len() - 1) {
            Some(inner) if !inner.contains('\\') => limits.accepts_text(inner),
            _ => false,
        },
        Some(b'[') => match serde_json::from_str::<Vec<serde::de::IgnoredAny>>(raw) {
            Ok(items) => limits.accepts_length(items.len()),
            Err(_) => false,
        },
        // Most numbers are short; reading one as `i128` is slow.
        Some(b'-' | b'0'..=b'9') => match raw.parse::<i64>() {
            Ok(int) => limits.accepts_int(int.into()),
            Err(_) => match raw.parse::<i128>() {
                Ok(int) => limits.accepts_int(int),
                Err(_) => raw.parse::<f64>().is_ok_and(|float| limits.accepts_float(float)),
            },
        },
        _ => true,
    }
}
