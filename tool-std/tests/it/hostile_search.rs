//! The hostile cases of the areas `search` and `resource` that concern reading and searching:
//! each test begins with the id of its case.

use std::fs;
use std::os::unix::fs::{FileExt, PermissionsExt};

use serde_json::json;

use super::common::Tree;

fn ignored_scripts() -> Tree {
    let tree = Tree::new();
    fs::create_dir(tree.root.join(".git")).unwrap();
    tree.file(".gitignore", "scripts/*\n").file("scripts/w.py", "term\n").file("a.py", "x\n");
    tree
}

#[test]
fn f01_absence_and_blindness_are_told_apart() {
    let tree = ignored_scripts();
    let text = tree.text("grep", json!({"pattern": "term"}));
    assert!(text.contains("[no matches in 1 file]"), "{text}");
    assert!(text.contains("1 file skipped by ignore rules (`no_ignore` includes them)"), "{text}");
    let text = tree.text("grep", json!({"pattern": "term", "no_ignore": true}));
    assert!(text.starts_with("scripts/w.py:1:term"), "{text}");
}

#[test]
fn f02_an_explicit_path_beats_ignore_rules() {
    let tree = ignored_scripts();
    for path in ["scripts/", "scripts", "scripts/w.py"] {
        let text = tree.text("grep", json!({"pattern": "term", "path": path}));
        assert!(text.starts_with("scripts/w.py:1:term"), "{path}: {text}");
    }
    // Rules that speak of only a part of it still hold.
    tree.file(".gitignore", "*.log\n").file("scripts/x.log", "term\n");
    let text = tree.text("grep", json!({"pattern": "term", "path": "scripts"}));
    assert!(text.contains("w.py") && !text.contains("x.log"), "{text}");
}

#[test]
fn f04_a_long_line_shows_its_match() {
    let tree = Tree::new();
    let line = format!("{}needle{}", "x".repeat(900), "y".repeat(900));
    tree.file("min.js", format!("{line}\n"));
    let text = tree.text("grep", json!({"pattern": "needle"}));
    assert!(text.contains("xneedley"), "{text}");
    assert!(text.contains("of 1806 characters left out"), "{text}");
    assert!(text.len() < 700, "{text}");
    let wide = format!("{}needle", "ä".repeat(100_000));
    tree.file("min.js", &wide);
    let text = tree.text("grep", json!({"pattern": "needle"}));
    assert!(text.contains("äneedle"), "{text}");
    assert!(text.len() < 1_500, "{} bytes", text.len());
}

#[test]
fn f05_a_match_in_a_binary_file_is_said_and_not_shown() {
    let tree = Tree::new();
    let mut library = b"\x7fELF\0\0\0".to_vec();
    library.extend(std::iter::repeat_n(b"\0\x01needle\xff\n", 200_000).flatten());
    tree.file("lib.so", &library).file("a.txt", "needle\n");
    let text = tree.text("grep", json!({"pattern": "needle", "path": "lib.so"}));
    assert_eq!(text, "lib.so: binary file matches");
    let text = tree.text("grep", json!({"pattern": "needle"}));
    assert_eq!(
        text,
        "a.txt:1:needle\n[1 binary file not searched, or only in part: a search of the file itself \
         tells whether it matches]"
    );
}

#[test]
fn f09_a_pattern_that_backtracks_elsewhere_takes_no_time() {
    let tree = Tree::new();
    tree.file("a", format!("{}!\n", "a".repeat(50)));
    let text = tree.text("grep", json!({"pattern": "(a+)+$"}));
    assert!(text.contains("no matches"), "{text}");
    tree.file("a", format!("{}!\n", "a".repeat(1_000_000)));
    let text = tree.text("grep", json!({"pattern": "(a+)+$"}));
    assert!(text.contains("no matches"), "{text}");
}

#[test]
fn f10_a_pattern_that_grows_is_refused() {
    let tree = Tree::new();
    tree.file("a", "a\n");
    for pattern in ["(?:a{1000}){1000}", "(?:(?:a{100}){100}){100}", "\\pL{10000}"] {
        let error = tree.error("grep", json!({"pattern": pattern}));
        assert!(error.contains("too large when compiled"), "{error}");
    }
}

#[test]
fn f11_patterns_that_look_like_flags_are_patterns() {
    let tree = Tree::new();
    tree.file("a", "--pre=./x\n-rf\n");
    assert_eq!(tree.text("grep", json!({"pattern": "--pre=./x"})), "a:1:--pre=./x");
    assert_eq!(tree.text("grep", json!({"pattern": "-rf"})), "a:2:-rf");
    tree.file("-rf", "x\n");
    assert_eq!(tree.text("read", json!({"path": "-rf"})), "1\tx");
    assert_eq!(tree.text("find_files", json!({"pattern": "-*"})), "-rf");
}

#[test]
fn f12_look_around_is_named_with_another_way() {
    let tree = Tree::new();
    for pattern in ["(?<=a)b", "a(?=b)", "a(?!b)"] {
        let error = tree.error("grep", json!({"pattern": pattern}));
        assert!(error.contains("look-around") && error.contains("surrounding text"), "{error}");
    }
}

#[test]
fn f14_the_limit_ends_the_search_early_in_the_same_order() {
    let tree = Tree::new();
    for folder in 0..50 {
        for file in 0..20 {
            tree.file(&format!("d{folder:02}/f{file:02}.toml"), "");
        }
    }
    // A folder that cannot be missed if it is read: it makes a warning.
    let last = tree.root.join("zz");
    fs::create_dir(&last).unwrap();
    let text = tree.text("find_files", json!({"pattern": "**/*.toml", "limit": 100}));
    assert_eq!(text.lines().filter(|line| line.ends_with(".toml")).count(), 100);
    assert!(text.starts_with("d00/f00.toml\nd00/f01.toml\n"), "{text}");
    assert!(text.contains("first 100 shown; the rest was not searched"), "{text}");
    for _ in 0..5 {
        assert_eq!(text, tree.text("find_files", json!({"pattern": "**/*.toml", "limit": 100})));
    }
}

#[test]
fn f15_a_tracked_file_that_is_ignored_is_left_out_and_counted() {
    // As ripgrep does: the rules decide, not what git tracks. The tool's text says so.
    let tree = Tree::new();
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.args(["-c", "user.name=x", "-c", "user.email=x@x"]).args(arguments);
        command.current_dir(&tree.root).output().unwrap()
    };
    tree.file("tracked.log", "term\n").file(".gitignore", "*.log\n");
    git(&["init", "-q"]);
    git(&["add", "-f", "tracked.log"]);
    let text = tree.text("grep", json!({"pattern": "term"}));
    assert!(text.contains("no matches") && text.contains("1 file skipped by ignore"), "{text}");
}

#[test]
fn f16_what_cannot_be_read_is_a_warning_beside_the_rest() {
    let tree = Tree::new();
    tree.file("a.txt", "term\n").file("closed/b.txt", "term\n").file("c.txt", "term\n");
    fs::set_permissions(tree.root.join("closed"), PermissionsExt::from_mode(0o000)).unwrap();
    fs::set_permissions(tree.root.join("c.txt"), PermissionsExt::from_mode(0o000)).unwrap();
    let text = tree.text("grep", json!({"pattern": "term"}));
    fs::set_permissions(tree.root.join("closed"), PermissionsExt::from_mode(0o755)).unwrap();
    assert!(text.starts_with("a.txt:1:term"), "{text}");
    // Root may read everything; the warnings are for all others.
    if fs::read(tree.root.join("c.txt")).is_err() {
        assert!(text.contains("2 entries could not be read"), "{text}");
        assert!(text.contains("`closed`: permission denied"), "{text}");
    }
}

#[test]
fn f18_names_are_escaped_so_that_one_entry_is_one_line() {
    let tree = Tree::new();
    tree.file("a\nb.txt", "x\n").file("e\x1b[2J.txt", "x\n").file("-n.txt", "x\n");
    for (tool, arguments) in [
        ("list_dir", json!({})),
        ("find_files", json!({"pattern": "*.txt"})),
        ("grep", json!({"pattern": "x"})),
    ] {
        let text = tree.text(tool, arguments);
        assert_eq!(text.lines().count(), 3, "{tool}: {text}");
        assert!(text.contains("a\\nb.txt") && !text.contains('\x1b'), "{tool}: {text}");
    }
    let data = tree.data("find_files", json!({"pattern": "a*"}));
    assert_eq!(tree.text("read", json!({"path": data["files"][0]["path"]})), "1\tx");
}

#[test]
fn f19_a_glob_of_many_alternatives_is_refused() {
    let tree = Tree::new();
    for pattern in ["{a,b}".repeat(40), "a".repeat(100_000)] {
        let error = tree.error("find_files", json!({"pattern": pattern}));
        assert!(error.contains("too complex"), "{error}");
        let error = tree.error("grep", json!({"pattern": "x", "globs": [pattern]}));
        assert!(error.contains("too complex"), "{error}");
    }
}

#[test]
fn f21_a_file_of_one_endless_line_is_read_in_part() {
    let tree = Tree::new();
    tree.file("big", "");
    let file = fs::File::options().write(true).open(tree.root.join("big")).unwrap();
    file.write_all_at("x".repeat(20_000).as_bytes(), 0).unwrap();
    // A hole: 500 MB that take no room, and are no text, so the start is what is judged.
    file.set_len(500_000_000).unwrap();
    let text = tree.text("read", json!({"path": "big", "limit": 1}));
    assert!(text.contains("… [line of 500000000 bytes, clipped]"), "{}", text.len());
    assert!(text.len() < 3_000);
}

#[test]
fn j03_a_key_given_twice_is_refused() {
    let tree = Tree::new();
    tree.file("a", "x");
    let call = tree.executor().call("read", r#"{"path":"a","path":"/etc/passwd"}"#);
    let result = tree.runtime().block_on(call);
    assert!(!result.success, "{}", result.to_text());
}

#[test]
fn j04_numbers_out_of_range_are_invalid_arguments() {
    let tree = Tree::new();
    tree.file("a", "x");
    for number in ["1e400", "9223372036854775808", "1.5", "\"ten\"", "-9223372036854775809"] {
        for (tool, arguments) in [
            ("read", format!(r#"{{"path":"a","offset":{number}}}"#)),
            ("read", format!(r#"{{"path":"a","limit":{number}}}"#)),
            ("find_files", format!(r#"{{"pattern":"a","limit":{number}}}"#)),
            ("grep", format!(r#"{{"pattern":"a","limit":{number}}}"#)),
        ] {
            let result = tree.runtime().block_on(tree.executor().call(tool, arguments.as_str()));
            let text = result.to_text();
            assert_eq!(result.status.as_str(), "invalid_arguments", "{arguments}: {text}");
        }
    }
    let least = i64::MIN;
    assert_eq!(tree.text("read", json!({"path": "a", "offset": least})), "1\tx");
    let most = i64::MAX;
    let error = tree.error("read", json!({"path": "a", "offset": most}));
    assert!(error.contains("has 1 lines"), "{error}");
}

#[test]
fn j05_a_lone_surrogate_is_an_error() {
    let tree = Tree::new();
    let call = tree.executor().call("read", r#"{"path":"\ud800"}"#);
    let result = tree.runtime().block_on(call);
    assert_eq!(result.status.as_str(), "invalid_arguments", "{}", result.to_text());
}

#[test]
fn j08_nothing_is_unpacked() {
    let tree = Tree::new();
    tree.file("a.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03K\xcb\xcf\x07\0")
        .file("a.zip", b"PK\x03\x04\0");
    let error = tree.error("read", json!({"path": "a.gz"}));
    assert!(error.contains("it is gzip-compressed"), "{error}");
    let error = tree.error("read", json!({"path": "a.zip"}));
    assert!(error.contains("it is a ZIP archive"), "{error}");
}
