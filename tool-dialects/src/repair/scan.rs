//! A reader of JSON that forgives punctuation. One pass, no going back.

use serde_json::{Map, Value};

use super::{ArgumentError, Repair};

/// As deep as `serde_json` reads.
pub(super) const MAX_DEPTH: usize = 128;

/// Why reading stopped.
#[derive(Debug)]
pub(super) enum Stop {
    At(ArgumentError),
}

pub(super) type Read<T> = Result<T, Stop>;

pub(super) struct Scan<'a> {
    pub(super) text: &'a str,
    at: usize,
    depth: usize,
    pub(super) repairs: Vec<Repair>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, depth: 0, repairs: Vec::new() }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on by what was seen. Always by whole characters.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Notes a repair once in a row; a long list of the same is not kept.
    pub(super) fn note(&mut self, repair: Repair) {
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
    }

    pub(super) fn unexpected(&self) -> ArgumentError {
        match self.peek() {
            None => ArgumentError::CutOff { at: self.at },
            Some(found) => ArgumentError::Syntax { at: self.at, what: format!("{found:?}") },
        }
    }

    pub(super) fn stop<T>(&self) -> Read<T> {
        Err(Stop::At(self.unexpected()))
    }

    /// White space and comments.
    pub(super) fn blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = self.rest();
            let comment = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(end) => end + 2,
                    None => return,
                }
            } else {
                return;
            };
            self.at += comment;
            self.note(Repair::Comment);
        }
    }

    pub(super) fn value(&mut self) -> Read<Value> {
        self.blank();
        match self.peek() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::array),
            Some('"' | '\'') => self.string().map(Value::String),
            Some('-' | '+' | '.' | '0'..='9') => self.number(),
            Some(c) if c.is_ascii_alphabetic() => self.literal(),
            _ => self.stop(),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Read<Value>) -> Read<Value> {
        if self.depth >= MAX_DEPTH {
            return Err(Stop::At(ArgumentError::TooDeep));
        }
        self.depth += 1;
        self.skip(1);
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// After a member: whether another follows, given the bracket that closes.
    fn more(&mut self, close: char) -> Read<bool> {
        self.blank();
        match self.peek() {
            Some(',') => {
                self.skip(1);
                self.blank();
                if self.peek() == Some(close) {
                    self.note(Repair::TrailingComma);
                    self.skip(1);
                    return Ok(false);
                }
                Ok(true)
            }
            Some(c) if c == close => {
                self.skip(1);
                Ok(false)
            }
            _ => self.stop(),
        }
    }

    fn opens_empty(&mut self, close: char) -> bool {
        self.blank();
        let empty = self.peek() == Some(close);
        if empty {
            self.skip(1);
        }
        empty
    }

    fn object(&mut self) -> Read<Value> {
        let mut map = Map::new();
        if self.opens_empty('}') {
            return Ok(Value::Object(map));
        }
        loop {
            self.blank();
            let key = match self.peek() {
                Some('"' | '\'') => self.string()?,
                Some(c) if c.is_ascii_alphabetic() || c == '_' || c == '$' => self.bare_key(),
                _ => return self.stop(),
            };
            self.blank();
            if self.peek() != Some(':') {
                return self.stop();
            }
            self.skip(1);
            let value = self.value()?;
            map.insert(key, value);
            if !self.more('}')? {
                return Ok(Value::Object(map));
            }
        }
    }

    fn bare_key(&mut self) -> String {
        let rest = self.rest();
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '-';
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        self.skip(end);
        self.note(Repair::BareKey);
        rest.get(..end).unwrap_or_default().to_owned()
    }

    fn array(&mut self) -> Read<Value> {
        let mut items = Vec::new();
        if self.opens_empty(']') {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value()?);
            if !self.more(']')? {
                return Ok(Value::Array(items));
            }
        }
    }
}
