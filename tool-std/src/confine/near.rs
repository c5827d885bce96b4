//! Names that exist and look like one that does not.

use std::path::Path;

use super::{Spot, sys};
use crate::text::shown_name;

/// Most names that are suggested.
const MOST: usize = 3;

/// Most entries of a folder that are compared.
const COMPARED: usize = 10_000;

/// Paths beside the missing one that the caller may have meant, best first.
pub(super) fn names(spot: &Spot, asked: &Path) -> Vec<String> {
    let wanted = spot.absent.first().unwrap_or(&spot.name).to_string_lossy().to_lowercase();
    let rest = spot.absent.len();
    let Ok(dir) = sys::list(&spot.dir, ".").and_then(rustix::fs::Dir::new) else {
        return Vec::new();
    };
    let mut found: Vec<(usize, String)> = dir
        .take(COMPARED)
        .filter_map(Result::ok)
        .filter(|entry| !matches!(entry.file_name().to_bytes(), b"." | b".."))
        .filter_map(|entry| {
            let name = shown_name(entry.file_name().to_bytes());
            distance(&wanted, &name.to_lowercase()).map(|distance| (distance, name))
        })
        .collect();
    found.sort();
    // The asked path without its last `rest + 1` names is the folder that was looked into.
    let parent = asked.ancestors().nth(rest + 1).unwrap_or(Path::new(""));
    let path = |(_, name): (usize, String)| parent.join(name).to_string_lossy().into_owned();
    found.into_iter().take(MOST).map(path).collect()
}

/// How far two names are apart, if they are near at all.
fn distance(wanted: &str, name: &str) -> Option<usize> {
    let base = |text: &str| -> String {
        // Accents written as separate marks and as one letter count as the same.
        text.chars().filter(char::is_ascii).collect()
    };
    let stem = |text: &str| text.split('.').next().unwrap_or_default().to_owned();
    let apart = strsim::osa_distance(wanted, name);
    let is_near = apart <= 1 + wanted.chars().count() / 4
        || !wanted.is_ascii() && !name.is_ascii() && base(wanted).get(..2) == base(name).get(..2)
        || stem(wanted).len() > 2 && stem(wanted) == stem(name);
    is_near.then_some(apart)
}
