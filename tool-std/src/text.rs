//! How names and lines are shown.

use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Most characters of a path in a message.
const MAX_QUOTED: usize = 200;

/// A path in a message: in backticks, on one line, of bounded length.
pub(crate) fn quoted(path: &str) -> String {
    let mut text = String::from("`");
    for (count, character) in path.chars().enumerate() {
        if count == MAX_QUOTED {
            text.push('…');
            break;
        }
        push_shown(&mut text, character);
    }
    text.push('`');
    text
}

/// A name or path as one line: what could move the cursor or start a line is escaped, and so
/// are bytes that are no UTF-8.
pub(crate) fn shown_name(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            push_shown(&mut text, character);
        }
        for byte in chunk.invalid() {
            // Writing into a `String` does not fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

fn push_shown(text: &mut String, character: char) {
    if character.is_control() || is_invisible(character) {
        text.extend(character.escape_default());
    } else {
        text.push(character);
    }
}

/// Characters that turn the direction of text or take no room: a name with them would not be
/// what it looks like.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// The path of what a walk below `shown` found, as a model can send it back.
pub(crate) fn joined(shown: &Path, inside: &[u8]) -> String {
    let mut path = shown.as_os_str().as_bytes().to_vec();
    if shown == Path::new(".") {
        path.clear();
    }
    if !path.is_empty() && !inside.is_empty() && path.last() != Some(&b'/') {
        path.push(b'/');
    }
    path.extend_from_slice(inside);
    String::from_utf8(path).unwrap_or_else(|bytes| shown_name(bytes.as_bytes()))
}

/// A number of things, in words.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The length of the longest start of `text` that has at most `most` characters.
pub(crate) fn prefix_len(text: &str, most: usize) -> usize {
    text.char_indices().nth(most).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line() {
        assert_eq!(shown_name(b"a\nb\x1b[2J"), "a\\nb\\u{1b}[2J");
        assert_eq!(shown_name(b"caf\xe9"), "caf\\xe9");
        assert_eq!(shown_name("a\u{202e}b".as_bytes()), "a\\u{202e}b");
        assert_eq!(shown_name("größe".as_bytes()), "größe");
    }

    #[test]
    fn a_quoted_path_is_bounded() {
        assert_eq!(quoted("src/x"), "`src/x`");
        assert_eq!(quoted(&"ä".repeat(5000)).chars().count(), MAX_QUOTED + 3);
    }
}
