//! What a tool may be called.

/// The longest name, in bytes.
pub(crate) const MAX_NAME: usize = 64;

/// Whether a text is a tool name: `[A-Za-z_][A-Za-z0-9_]{0,63}`, what every provider takes.
pub(crate) fn is_name(text: &str) -> bool {
    let starts = text.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    starts && text.len() <= MAX_NAME && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_every_provider_takes() {
        for good in ["a", "_x", "find_files", "A9", &"a".repeat(64)] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "9a", "a-b", "a.b", "a b", "é", &"a".repeat(65)] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
