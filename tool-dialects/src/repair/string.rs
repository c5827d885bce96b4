//! Strings. What stands between the quotes is the model's text and is kept to the letter.

use super::scan::{Read, Scan};
use super::{ArgumentError, Repair};

impl Scan<'_> {
    pub(super) fn string(&mut self) -> Read<String> {
        let Some(quote) = self.peek() else { return self.stop() };
        if quote == '\'' {
            self.note(Repair::Quotes);
        }
        self.skip(1);
        let mut out = String::new();
        loop {
            let rest = self.rest();
            let Some(run) = rest.find(|c: char| c == quote || c == '\\' || c.is_control()) else {
                self.skip(rest.len());
                return self.stop();
            };
            out.push_str(rest.get(..run).unwrap_or_default());
            self.skip(run);
            match self.peek() {
                Some('\\') => self.escape(&mut out)?,
                Some(c) if c == quote => {
                    self.skip(1);
                    return Ok(out);
                }
                Some(c) => {
                    // JSON wants U+0000 to U+001F escaped; the others it takes.
                    if c < ' ' {
                        self.note(Repair::ControlCharacter);
                    }
                    out.push(c);
                    self.skip(c.len_utf8());
                }
                None => return self.stop(),
            }
        }
    }

    fn escape(&mut self, out: &mut String) -> Read<()> {
        self.skip(1);
        let Some(c) = self.peek() else { return self.stop() };
        let plain = match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode(out),
            '\'' => {
                self.note(Repair::Escape);
                c
            }
            // `\d` in a pattern, `\w`, `\.`: the model meant the backslash.
            _ => {
                self.note(Repair::Escape);
                out.push('\\');
                c
            }
        };
        out.push(plain);
        self.skip(c.len_utf8());
        Ok(())
    }

    fn unicode(&mut self, out: &mut String) -> Read<()> {
        let Some(high) = self.hex(1) else {
            // Not four digits: `\u` was meant as it stands.
            self.note(Repair::Escape);
            out.push_str("\\u");
            self.skip(1);
            return Ok(());
        };
        if let Some(c) = char::from_u32(high) {
            out.push(c);
            self.skip(5);
            return Ok(());
        }
        let low = if self.rest().get(5..7) == Some("\\u") { self.hex(7) } else { None };
        let pair = low.filter(|low| (0xDC00..0xE000).contains(low)).and_then(|low| {
            let high = high.checked_sub(0xD800).filter(|high| *high < 0x400)?;
            char::from_u32(0x10000 + (high << 10) + (low - 0xDC00))
        });
        match pair {
            Some(c) => {
                out.push(c);
                self.skip(11);
                Ok(())
            }
            None => Err(super::scan::Stop::At(ArgumentError::Syntax {
                at: self.at(),
                what: "half of a surrogate pair".to_owned(),
            })),
        }
    }

    /// Four hexadecimal digits, so many bytes ahead.
    fn hex(&self, ahead: usize) -> Option<u32> {
        let digits = self.rest().get(ahead..ahead + 4)?;
        let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hex { u32::from_str_radix(digits, 16).ok() } else { None }
    }
}
