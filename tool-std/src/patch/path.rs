//! Paths in the headers of a unified diff.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// A path as a header writes it: in quotes with escapes, or plain up to a tab.
pub(super) fn parse(text: &str) -> Option<PathBuf> {
    let text = text.trim_end_matches(['\r', ' ']);
    let path = match text.strip_prefix('"') {
        Some(quoted) => unquoted(quoted)?,
        None => PathBuf::from(text.split('\t').next().unwrap_or_default().trim_end()),
    };
    (!path.as_os_str().is_empty()).then_some(path)
}

/// The path without git's `a/` or `b/`.
pub(super) fn without(path: &Path, prefix: &str) -> PathBuf {
    path.strip_prefix(prefix).unwrap_or(path).to_owned()
}

pub(super) fn is_null(path: &Path) -> bool {
    path == Path::new("/dev/null")
}

fn unquoted(text: &str) -> Option<PathBuf> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    loop {
        match rest.next()? {
            b'"' => return Some(PathBuf::from(OsString::from_vec(bytes))),
            b'\\' => bytes.push(match rest.next()? {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'a' => 7,
                b'b' => 8,
                b'v' => 11,
                b'f' => 12,
                first @ b'0'..=b'3' => {
                    let mut value = first - b'0';
                    for _ in 0..2 {
                        let digit = rest.next()?.checked_sub(b'0').filter(|digit| *digit < 8)?;
                        value = value.checked_mul(8)?.checked_add(digit)?;
                    }
                    value
                }
                other => other,
            }),
            byte => bytes.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_name_paths_in_several_ways() {
        let path = |text| parse(text).map(|path| path.to_str().unwrap().to_owned());
        assert_eq!(path("a/x y.rs").as_deref(), Some("a/x y.rs"));
        assert_eq!(path("a/x.rs\t2024-01-01 00:00:00").as_deref(), Some("a/x.rs"));
        assert_eq!(path("x.rs \r").as_deref(), Some("x.rs"));
        assert_eq!(path(r#""a/gr\303\266\303\237e\n""#).as_deref(), Some("a/größe\n"));
        assert_eq!(path(""), None);
        assert_eq!(path(r#""a"#), None);
    }
}
