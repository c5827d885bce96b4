//! The hostile cases of the area `path`: each test begins with the id of its case.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use tool_core::{Executor, Registry};

use super::common::Tree;

const SECRET: &str = "never to be seen";

/// A root with links that lead out of it.
fn trap() -> Tree {
    let tree = Tree::new();
    let secret = tree.outside("outside/secret.txt", SECRET);
    let outside = secret.parent().unwrap().to_owned();
    tree.file("ok.txt", "ok")
        .file("dir/f", "inside")
        .link("file_out", &secret)
        .link("dir_out", &outside)
        .link("relative_out", "../outside/secret.txt")
        .link("chain", "dir_out")
        .link("dir/up", "../..")
        .link("loop_a", "loop_b")
        .link("loop_b", "loop_a");
    tree
}

/// Every way to a file outside, for every tool that takes a path.
#[test]
fn p06_every_way_out_is_refused_by_every_tool() {
    let tree = trap();
    let secret = tree.base.path().join("outside/secret.txt");
    let beside = format!("{}-beside/x", tree.root.display());
    let ways = [
        "file_out".into(),
        "relative_out".into(),
        "dir_out/secret.txt".into(),
        "chain/secret.txt".into(),
        "dir/up/outside/secret.txt".into(),
        "../outside/secret.txt".into(),
        "dir/../../outside/secret.txt".into(),
        secret.to_str().unwrap().to_owned(),
        "/etc/passwd".into(),
        "/".into(),
        beside,
        format!("{}/../outside/secret.txt", tree.root.display()),
    ];
    for way in &ways {
        for (tool, arguments) in [
            ("read", json!({"path": way})),
            ("grep", json!({"pattern": "seen", "path": way})),
            ("find_files", json!({"pattern": "*", "path": way})),
            ("list_dir", json!({"path": way})),
        ] {
            let error = tree.error(tool, arguments);
            assert!(error.contains("is outside the directories"), "{tool} {way}: {error}");
            assert!(error.contains("relative to the project root"), "{tool} {way}: {error}");
            assert!(!error.contains(SECRET), "{tool} {way}: {error}");
        }
    }
    let error = tree.error("read", json!({"path": "loop_a"}));
    assert!(error.contains("round in circles"), "{error}");
}

#[test]
fn p06_a_search_follows_no_link() {
    let tree = trap();
    let text = tree.text("grep", json!({"pattern": "seen|inside", "hidden": true}));
    assert!(text.contains("dir/f:1:inside") && !text.contains(SECRET), "{text}");
    let found = tree.text("find_files", json!({"pattern": "*.txt", "kind": "any"}));
    assert_eq!(found, "ok.txt");
}

#[test]
fn links_that_stay_inside_work_relative_and_absolute() {
    let tree = Tree::with_roots(&["root", "second"]);
    fs::write(tree.base.path().join("second/s.txt"), "second").unwrap();
    tree.file("real/deep/a.txt", "inside")
        .link("rel", "real/deep")
        .link("real/up", "../real/deep/a.txt")
        .link("abs", tree.root.join("real"))
        .link("other", tree.base.path().join("second/s.txt"));
    for path in
        ["rel/a.txt", "real/up", "abs/deep/a.txt", "rel/../deep/a.txt", "real/./deep//a.txt"]
    {
        assert_eq!(tree.text("read", json!({"path": path})), "1\tinside", "{path}");
    }
    assert_eq!(tree.text("read", json!({"path": "other"})), "1\tsecond");
    let absolute = tree.root.join("abs/deep/a.txt");
    assert_eq!(tree.text("read", json!({"path": absolute})), "1\tinside");
    let second = tree.base.path().join("second");
    let found = tree.text("find_files", json!({"pattern": "*", "path": second}));
    assert_eq!(found, second.join("s.txt").to_str().unwrap());
    assert_eq!(tree.text("find_files", json!({"pattern": "a.*", "path": "rel"})), "rel/a.txt");
}

/// A thread swaps a directory and a link to the outside in a tight loop.
fn swapping<R>(tree: &Tree, work: impl FnOnce() -> R) -> R {
    let (inside, link) = (tree.root.join("inside"), tree.root.join("link"));
    let place = tree.root.join("d");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let stop = &stop;
        let swapper = scope.spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                fs::rename(&inside, &place).unwrap();
                fs::rename(&place, &inside).unwrap();
                fs::rename(&link, &place).unwrap();
                fs::rename(&place, &link).unwrap();
            }
        });
        let result = work();
        stop.store(true, Ordering::Relaxed);
        swapper.join().unwrap();
        result
    })
}

fn race() -> Tree {
    let tree = Tree::new();
    let outside = tree.outside("outside/f", SECRET);
    tree.file("inside/f", "inside").link("link", outside.parent().unwrap());
    tree
}

/// The wrong way: the path is judged by its name, then opened by its name.
fn check_then_open(root: &Path, path: &Path) -> Option<String> {
    let real = fs::canonicalize(root.join(path)).ok()?;
    if !real.starts_with(fs::canonicalize(root).ok()?) {
        return None;
    }
    fs::read_to_string(root.join(path)).ok()
}

#[test]
fn p07_swapping_a_directory_and_a_link_lets_no_byte_across() {
    let tree = race();
    let root = tree.root.clone();
    let (escaped, seen, written) = swapping(&tree, || {
        let mut escaped = false;
        for _ in 0..2_000_000 {
            escaped = check_then_open(&root, Path::new("d/f")).as_deref() == Some(SECRET);
            if escaped {
                break;
            }
        }
        let (mut seen, mut written) = (0_u32, 0_usize);
        for round in 0..20_000 {
            let result = match round % 4 {
                0 => tree.call("grep", json!({"pattern": "seen|inside", "path": "d"})),
                1 => tree.call("find_files", json!({"pattern": "*", "path": "d"})),
                2 if round % 8 == 2 => {
                    let path = format!("d/made{round}");
                    let made = tree.call("write", json!({"path": path, "content": "mine"}));
                    if made.success {
                        // It is somewhere, and not outside; where it is the swapping decides.
                        written += 1;
                    }
                    made
                }
                _ => tree.call("read", json!({"path": "d/f"})),
            };
            let text = result.to_text();
            assert!(!text.contains(SECRET), "round {round}: {text}");
            seen += u32::from(result.success);
        }
        (escaped, seen, written)
    });
    assert!(escaped, "the race was too slow to show that checking by name fails");
    assert!(seen > 0, "no call ever found the directory in its place");
    let outside = tree.base.path().join("outside");
    assert_eq!(fs::read(outside.join("f")).unwrap(), SECRET.as_bytes());
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1, "something was written outside");
    // Each write that succeeded is there: beside the file that was in the directory.
    assert_eq!(fs::read_dir(tree.root.join("inside")).unwrap().count(), 1 + written);
    assert!(written > 0, "no file was ever written");
}

#[test]
fn p09_process_files_are_refused_even_when_the_root_is_everything() {
    let tree = Tree::new();
    tree.link("env", "/proc/self/environ");
    let executor = Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
        .for_programs()
        .root(&tree.root)
        .root("/")
        .build()
        .unwrap();
    let env = tree.root.join("env");
    for path in [
        "/proc/self/environ",
        "/proc/1/environ",
        "/proc/thread-self/environ",
        "/proc/cpuinfo",
        env.to_str().unwrap(),
        "env",
    ] {
        let result = tree.runtime().block_on(executor.call("read", json!({"path": path})));
        let text = result.to_text();
        assert!(!result.success && text.contains("process file system"), "{path}: {text}");
    }
    let result = tree
        .runtime()
        .block_on(executor.call("find_files", json!({"pattern": "environ", "path": "/proc/self"})));
    assert!(!result.success, "{}", result.to_text());
}

#[test]
fn p10_magic_links_are_never_followed() {
    let tree = Tree::new();
    let executor = Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
        .for_programs()
        .root("/")
        .build()
        .unwrap();
    let open = fs::File::open(tree.file("f", SECRET).root.join("f")).unwrap();
    let number = std::os::fd::AsRawFd::as_raw_fd(&open);
    for path in [
        "/proc/self/root/etc/passwd".to_owned(),
        "/proc/self/cwd/../../x".to_owned(),
        format!("/dev/fd/{number}"),
        format!("/proc/self/fd/{number}"),
    ] {
        let result = tree.runtime().block_on(executor.call("read", json!({"path": path})));
        let text = result.to_text();
        assert!(!result.success && text.contains("process file system"), "{path}: {text}");
        assert_eq!(
            fs::read(&path).is_ok_and(|bytes| bytes == SECRET.as_bytes()),
            path.contains("fd"),
            "the case shows nothing if the link leads nowhere"
        );
    }
}

#[test]
fn p11_a_nul_in_a_path_is_an_invalid_argument() {
    let tree = Tree::new();
    tree.file("ok.txt", "ok");
    for (tool, arguments) in [
        ("read", json!({"path": "ok.txt\0.png"})),
        ("stat", json!({"path": "ok.txt\0"})),
        ("list_dir", json!({"path": "\0"})),
        ("grep", json!({"pattern": "x", "path": "a\0b"})),
        ("find_files", json!({"pattern": "*", "path": "a\0b"})),
        ("find_files", json!({"pattern": "a\0b"})),
    ] {
        let error = tree.error(tool, arguments);
        assert!(error.contains("NUL character") && !error.contains('\0'), "{error}");
    }
}

#[test]
fn p13_another_normal_form_is_another_name_and_the_answer_shows_the_real_one() {
    let tree = Tree::new();
    let (decomposed, composed) = ("cafe\u{301}", "caf\u{e9}");
    tree.file(&format!("{decomposed}/f"), "x");
    let path = format!("{composed}/f");
    let error = tree.error("read", json!({"path": path}));
    assert!(error.contains(&format!("Did you mean `{decomposed}`?")), "{error}");
    let path = format!("{decomposed}/f");
    assert_eq!(tree.text("read", json!({"path": path})), "1\tx");
}

#[test]
fn p15_endless_paths_are_refused_in_a_short_text() {
    let tree = Tree::new();
    fs::create_dir(tree.root.join("a")).unwrap();
    for path in ["a/".repeat(5000), "x".repeat(300), "../".repeat(1300), "a/../".repeat(800) + "y"]
    {
        for tool in ["read", "list_dir", "stat"] {
            let error = tree.error(tool, json!({"path": path}));
            assert!(error.len() < 600, "{} bytes: {error}", error.len());
        }
    }
}

#[test]
fn p18_a_link_that_was_moved_is_judged_where_it_is() {
    let tree = Tree::new();
    tree.outside("etc/passwd", SECRET);
    tree.file("etc/passwd", "inside").file("a/x", "");
    tree.link("a/l", "../etc");
    assert_eq!(tree.text("read", json!({"path": "a/l/passwd"})), "1\tinside");
    fs::rename(tree.root.join("a/l"), tree.root.join("l")).unwrap();
    let error = tree.error("read", json!({"path": "l/passwd"}));
    assert!(error.contains("outside"), "{error}");
}

#[test]
fn without_a_root_there_is_one_clear_error() {
    let ctx = tool_core::ToolContext::builder().build();
    let errors = [
        tool_std::stat(&ctx, "a".into()).unwrap_err(),
        tool_std::read(&ctx, "a".into(), 1, 1, true).unwrap_err(),
        tool_std::list_dir(&ctx, ".".into(), true, 0, 1).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.message(), "no directory is open to file tools in this session");
        assert!(error.hint_text().unwrap().contains("Ask the user"));
    }
}

#[test]
fn pipes_sockets_and_devices_are_not_opened() {
    let tree = Tree::new();
    let fifo = tree.root.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    let _socket = std::os::unix::net::UnixListener::bind(tree.root.join("socket")).unwrap();
    tree.file("a.txt", "x");
    let error = tree.error("read", json!({"path": "pipe"}));
    assert!(error.contains("is a named pipe"), "{error}");
    let error = tree.error("grep", json!({"pattern": "x", "path": "socket"}));
    assert!(error.contains("is a socket"), "{error}");
    assert_eq!(tree.text("grep", json!({"pattern": "x"})), "a.txt:1:x");
    assert_eq!(tree.data("stat", json!({"path": "pipe"}))["type"], "fifo");
    assert_eq!(
        tree.text("list_dir", json!({})),
        "a.txt  1 bytes\npipe (a named pipe)\nsocket (a socket)"
    );
}
