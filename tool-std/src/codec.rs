//! Text of a file in its own encoding, changed without touching what was not named.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use tool_core::ToolError;

use crate::text::quoted;

/// How a file's bytes are text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Codec {
    encoding: &'static Encoding,
    /// The byte-order mark that the file starts with.
    mark: &'static [u8],
}

/// A file as text.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) codec: Codec,
}

impl Codec {
    /// UTF-8 without a mark: what new files are written in.
    pub(crate) const PLAIN: Codec = Codec { encoding: UTF_8, mark: b"" };

    /// Its name, for people.
    pub(crate) fn name(self) -> &'static str {
        match (self.encoding == UTF_8, self.mark.is_empty()) {
            (true, true) => "UTF-8",
            (true, false) => "UTF-8 with byte-order mark",
            _ => self.encoding.name(),
        }
    }

    /// Decodes a file. The text encodes to the very same bytes again, or this fails.
    pub(crate) fn decode<'a>(path: &str, bytes: &'a [u8]) -> Result<Decoded<'a>, ToolError> {
        let marks: [(&'static [u8], &'static Encoding); 3] =
            [(b"\xef\xbb\xbf", UTF_8), (b"\xff\xfe", UTF_16LE), (b"\xfe\xff", UTF_16BE)];
        let marked = marks.into_iter().find(|(mark, _)| bytes.starts_with(mark));
        let (mark, encoding) = marked.unwrap_or((b"", UTF_8));
        let body = bytes.get(mark.len()..).unwrap_or_default();
        if encoding == UTF_8
            && let Ok(text) = std::str::from_utf8(body)
        {
            if mark.is_empty() && text.contains('\0') {
                return Err(not_text(path));
            }
            return Ok(Decoded { text: text.into(), codec: Codec { encoding, mark } });
        }
        let encoding = match encoding == UTF_8 {
            true if body.contains(&0) => return Err(not_text(path)),
            true => guess(body),
            false => encoding,
        };
        let codec = Codec { encoding, mark };
        let (text, broken) = encoding.decode_without_bom_handling(body);
        if broken || codec.encode(&text).as_deref() != Some(bytes) {
            return Err(ToolError::new(format!(
                "{} is no valid text: its encoding looks like {}, but not all of it",
                quoted(path),
                encoding.name()
            ))
            .hint("It is left as it is: a change could damage the rest of it."));
        }
        Ok(Decoded { text: text.into_owned().into(), codec })
    }

    /// Encodes text; nothing if the encoding has no form for some character.
    pub(crate) fn encode(self, text: &str) -> Option<Vec<u8>> {
        let mut bytes = self.mark.to_vec();
        if self.encoding == UTF_8 {
            bytes.extend_from_slice(text.as_bytes());
        } else if self.encoding == UTF_16LE {
            bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        } else if self.encoding == UTF_16BE {
            bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
        } else {
            let (encoded, _, replaced) = self.encoding.encode(text);
            if replaced {
                return None;
            }
            bytes.extend_from_slice(&encoded);
        }
        Some(bytes)
    }

    /// Encodes text, or says that it cannot be.
    pub(crate) fn encoded(self, path: &str, text: &str) -> Result<Vec<u8>, ToolError> {
        self.encode(text).ok_or_else(|| {
            ToolError::new(format!(
                "{} is {} text, which has no form for some new character",
                quoted(path),
                self.name()
            ))
            .hint("Use only characters of that encoding; the file is left as it is.")
        })
    }
}

fn guess(body: &[u8]) -> &'static Encoding {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(body, true);
    detector.guess(None, Utf8Detection::Deny)
}

fn not_text(path: &str) -> ToolError {
    ToolError::new(format!("{} is a binary file, and only text can be changed", quoted(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(bytes: &[u8]) -> (String, &'static str) {
        let decoded = Codec::decode("f", bytes).unwrap();
        assert_eq!(decoded.codec.encode(&decoded.text).unwrap(), bytes);
        (decoded.text.into_owned(), decoded.codec.name())
    }

    #[test]
    fn every_encoding_comes_back_as_the_same_bytes() {
        assert_eq!(round("Größe\r\n".as_bytes()), ("Größe\r\n".to_owned(), "UTF-8"));
        assert_eq!(round(b"\xef\xbb\xbfa"), ("a".to_owned(), "UTF-8 with byte-order mark"));
        assert_eq!(round(b"\xff\xfea\0\xe4\0"), ("aä".to_owned(), "UTF-16LE"));
        assert_eq!(round(b"\xfe\xff\0a"), ("a".to_owned(), "UTF-16BE"));
        assert_eq!(round(b"caf\xe9 au lait\n"), ("café au lait\n".to_owned(), "windows-1252"));
        let (shift_jis, _, _) =
            encoding_rs::SHIFT_JIS.encode("日本語のテキストです。これは例です。\n");
        assert_eq!(round(&shift_jis).1, "Shift_JIS");
    }

    #[test]
    fn what_does_not_come_back_is_refused() {
        assert!(Codec::decode("f", b"a\0b").is_err());
        assert!(Codec::decode("f", b"\xff\xfea\0\0").is_err());
        assert!(Codec::decode("f", b"\xff\xfe\0\xd8").is_err());
        let codec = Codec::decode("f", b"caf\xe9 au lait\n").unwrap().codec;
        assert!(codec.encoded("f", "日本").is_err());
    }
}
