//! What sort of content a file has, judged by its first bytes.

/// Bytes that are looked at.
pub(super) const SAMPLE: usize = 8 * 1024;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// Text whose lines end in a byte of their own: UTF-8, or what can be read like it.
    Utf8 {
        /// Bytes of the byte-order mark.
        mark: usize,
    },
    /// Text in units of two bytes.
    Utf16(&'static encoding_rs::Encoding),
    /// No text; the name of its type, if it is known.
    Binary(Option<&'static str>),
}

/// Starts by which types are known. Each stands with an article, for a sentence.
const STARTS: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"\x1f\x8b", "gzip-compressed"),
    (b"BZh", "bzip2-compressed"),
    (b"\xfd7zXZ\0", "xz-compressed"),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed"),
    (b"PK\x03\x04", "a ZIP archive (or a document in that form)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x7fELF", "an ELF program or library"),
    (b"MZ", "a Windows program or library"),
    (b"\xca\xfe\xba\xbe", "a Java class or a universal Mach-O program"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O program or library"),
    (b"!<arch>\n", "a static library"),
    (b"\0asm", "a WebAssembly module"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"OggS", "Ogg sound"),
    (b"fLaC", "FLAC sound"),
    (b"ID3", "MP3 sound"),
    (b"wOFF", "a WOFF font"),
    (b"wOF2", "a WOFF2 font"),
];

/// Types that look like text at their start, and are none.
const NEVER_TEXT: &[&str] = &["a PDF document"];

/// Judges the start of a file.
pub(super) fn judge(start: &[u8]) -> Content {
    if start.starts_with(b"\xef\xbb\xbf") {
        return Content::Utf8 { mark: 3 };
    }
    if start.starts_with(b"\xff\xfe") {
        return Content::Utf16(encoding_rs::UTF_16LE);
    }
    if start.starts_with(b"\xfe\xff") {
        return Content::Utf16(encoding_rs::UTF_16BE);
    }
    let kind = kind(start);
    let binary = memchr::memchr(0, start).is_some()
        || kind.is_some_and(|kind| NEVER_TEXT.contains(&kind))
        || kind.is_some()
            && std::str::from_utf8(start).is_err_and(|error| error.valid_up_to() < 64);
    if binary { Content::Binary(kind) } else { Content::Utf8 { mark: 0 } }
}

fn kind(start: &[u8]) -> Option<&'static str> {
    if start.starts_with(b"RIFF") {
        return match start.get(8..12) {
            Some(b"WEBP") => Some("a WebP image"),
            Some(b"WAVE") => Some("WAV sound"),
            Some(b"AVI ") => Some("an AVI film"),
            _ => None,
        };
    }
    if start.get(4..8) == Some(b"ftyp") {
        return Some("an MP4 or HEIF file");
    }
    if start.get(257..262) == Some(b"ustar") {
        return Some("a tar archive");
    }
    STARTS.iter().find(|(bytes, _)| start.starts_with(bytes)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_from_binary() {
        assert_eq!(judge(b"fn main() {}\n"), Content::Utf8 { mark: 0 });
        assert_eq!(judge(b""), Content::Utf8 { mark: 0 });
        assert_eq!(judge("Größe".as_bytes()), Content::Utf8 { mark: 0 });
        assert_eq!(judge(b"\xef\xbb\xbfx"), Content::Utf8 { mark: 3 });
        assert_eq!(judge(b"MZ is how this text starts, and it goes on"), Content::Utf8 { mark: 0 });
        assert_eq!(judge(b"\xff\xfea\0"), Content::Utf16(encoding_rs::UTF_16LE));
        assert_eq!(judge(b"a\0b"), Content::Binary(None));
        assert_eq!(judge(b"\x89PNG\r\n\x1a\n\0"), Content::Binary(Some("a PNG image")));
        assert_eq!(judge(b"\x1f\x8b\x08\x08\x9c\xff"), Content::Binary(Some("gzip-compressed")));
        assert_eq!(judge(b"%PDF-1.7\n1 0 obj"), Content::Binary(Some("a PDF document")));
        assert_eq!(judge(b"RIFF\0\0\0\0WEBP"), Content::Binary(Some("a WebP image")));
    }
}
