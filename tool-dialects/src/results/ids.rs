//! Mistral's ids.

use std::collections::HashMap;

/// Ids of any shape to the nine letters and digits that Mistral's validating deployments want, and
/// back (<https://github.com/nearai/ironclaw/issues/1241>).
///
/// The same id gives the same short one in every process, so that the call in the history and its
/// result agree. An id that has the shape already is kept.
///
/// ```
/// use tool_dialects::IdMap;
///
/// let mut ids = IdMap::new();
/// let short = ids.to_mistral("call_MIjLbjV2aJwbAqvBAKXFjKRZ");
/// assert_eq!(short.len(), 9);
/// assert_eq!(ids.original(&short), Some("call_MIjLbjV2aJwbAqvBAKXFjKRZ"));
/// assert_eq!(ids.to_mistral("aB3dE6gH9"), "aB3dE6gH9");
/// ```
#[derive(Debug, Clone, Default)]
pub struct IdMap {
    short: HashMap<String, String>,
    original: HashMap<String, String>,
}

const LETTERS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 9;

impl IdMap {
    /// No ids yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The short form of an id.
    pub fn to_mistral(&mut self, id: &str) -> String {
        if let Some(short) = self.short.get(id) {
            return short.clone();
        }
        let fits = id.len() == LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let mut short = if fits { id.to_owned() } else { hashed(id, 0) };
        let mut salt = 0;
        while self.original.contains_key(&short) {
            salt += 1;
            short = hashed(id, salt);
        }
        self.short.insert(id.to_owned(), short.clone());
        self.original.insert(short.clone(), id.to_owned());
        short
    }

    /// The id that a short form stands for.
    pub fn original(&self, short: &str) -> Option<&str> {
        self.original.get(short).map(String::as_str)
    }
}

/// FNV-1a, written in base 62: stable over versions and machines, unlike the standard hasher.
fn hashed(id: &str, salt: u64) -> String {
    let bytes = id.bytes().chain(salt.to_le_bytes());
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut out = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        let at = usize::try_from(hash % 62).unwrap_or(0);
        out.push(LETTERS.get(at).copied().map_or('0', char::from));
        hash /= 62;
    }
    out
}
