//! The walk by names against the kernel's own.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tool_core::ToolContext;

use super::{Last, Roots};

/// Device and number of what the kernel finds below the root, if it finds anything there.
#[cfg(target_os = "linux")]
fn kernels(root: &Path, path: &str) -> Option<(u64, u64)> {
    use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, fstat, openat, openat2};
    let dir = openat(CWD, root, OFlags::PATH | OFlags::DIRECTORY, Mode::empty()).unwrap();
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
    let found = openat2(dir, path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty(), resolve).ok()?;
    let stat = fstat(found).unwrap();
    Some((stat.st_dev, stat.st_ino))
}

fn ours(root: &Path, path: &str) -> Option<(u64, u64)> {
    let ctx = ToolContext::builder().root(root).build();
    let spot = Roots::of(&ctx).unwrap().resolve(Path::new(path), Last::Follow).ok()?;
    let stat = spot.stat?;
    // What the walk says of the place holds for the place.
    let real = fs::symlink_metadata(root.join(&spot.real)).unwrap();
    assert_eq!((real.dev(), real.ino()), (stat.st_dev, stat.st_ino), "{path}");
    Some((stat.st_dev, stat.st_ino))
}

fn name() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("a"), Just("b"), Just("c"), Just("l"), Just("m"), Just(".."), Just(".")]
}

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(name(), 1..7).prop_map(|names| names.join("/"))
}

/// The kernel wants a folder before `/.`, where other programs' paths just drop it.
fn plain(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| *part != ".").collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

#[cfg(target_os = "linux")]
proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn the_walk_ends_where_the_kernels_does(
        folders in prop::collection::vec(path(), 0..5),
        links in prop::collection::vec((path(), path()), 0..6),
        asked in prop::collection::vec(path(), 1..12),
    ) {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("root");
        fs::create_dir(&root).unwrap();
        // A twin outside, with the same names: whoever gets out finds something.
        for name in ["a", "b", "c", "l", "m"] {
            fs::write(base.path().join(name), "outside").unwrap();
        }
        let inside = |path: &str| -> PathBuf {
            Path::new(path).components().filter(|part| matches!(part, std::path::Component::Normal(_))).collect()
        };
        for folder in &folders {
            // It may fail where a file or a link is in the way.
            let _ = fs::create_dir_all(root.join(inside(folder)));
            let _ = fs::write(root.join(inside(folder)).join("c"), "inside");
        }
        for (place, target) in &links {
            let _ = symlink(plain(target), root.join(inside(place)));
        }
        for path in &asked {
            prop_assert_eq!(ours(&root, path), kernels(&root, &plain(path)), "{}", path);
        }
    }
}
