//! `grep`: the same lines as ripgrep, in the same order every time.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::common::{Tree, lines_of, results};

/// `path:line` of each match.
fn places(lines: &[String]) -> Vec<String> {
    let place = |line: &String| line.splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
    lines.iter().map(place).collect()
}

fn project() -> Tree {
    let tree = Tree::new();
    fs::create_dir(tree.root.join(".git")).unwrap();
    tree.file(".gitignore", "ignored.rs\n")
        .file("a.rs", "fn one() {}\n// TODO: two\nfn three() {}\n")
        .file("b/c.rs", "todo\nTODO\r\nfn TODOs\n")
        .file("b/d.py", "TODO = 1\n")
        .file(".hidden.rs", "TODO\n")
        .file("ignored.rs", "TODO\n")
        .file("long.txt", format!("{}TODO{}\n", "x".repeat(300_000), "y".repeat(300_000)))
        .file("late.bin", b"TODO\nx\0y\nTODO\n")
        .file("utf16.txt", b"\xff\xfeT\0O\0D\0O\0\n\0")
        .file("bom.txt", b"\xef\xbb\xbfTODO\n")
        .file("latin.txt", b"caf\xe9 TODO\n")
        .file("no_end.txt", "TODO");
    tree
}

#[test]
fn lines_are_those_of_ripgrep() {
    let tree = project();
    for (arguments, flags) in [
        (json!({"pattern": "TODO"}), &["-n", "TODO"][..]),
        (json!({"pattern": "^TODO$"}), &["-n", "^TODO$"]),
        (json!({"pattern": "todo", "case": "insensitive"}), &["-n", "-i", "todo"]),
        (json!({"pattern": "todo", "case": "smart"}), &["-n", "-S", "todo"]),
        (json!({"pattern": "TODO", "word": true}), &["-n", "-w", "TODO"]),
        (json!({"pattern": "one() {}", "literal": true}), &["-n", "-F", "one() {}"]),
        (json!({"pattern": "TODO", "hidden": true}), &["-n", "--hidden", "TODO"]),
        (json!({"pattern": "TODO", "no_ignore": true}), &["-n", "--no-ignore", "TODO"]),
        (json!({"pattern": "TODO", "no_ignore": true, "hidden": true}), &["-n", "-uu", "TODO"]),
        (json!({"pattern": "TODO", "globs": ["*.rs"]}), &["-n", "-g", "*.rs", "TODO"]),
        (json!({"pattern": "TODO", "globs": ["!b/**"]}), &["-n", "-g", "!b/**", "TODO"]),
        (json!({"pattern": "TODO", "types": ["py"]}), &["-n", "-t", "py", "TODO"]),
        (json!({"pattern": "TODO", "invert": true}), &["-n", "-v", "TODO"]),
        (json!({"pattern": "two\nfn", "multiline": true}), &["-n", "-U", "two\nfn"]),
        (json!({"pattern": "TODO", "path": "b"}), &["-n", "TODO", "b"]),
    ] {
        let found = places(&results(&tree.text("grep", arguments.clone())));
        assert!(!found.is_empty(), "{arguments}");
        let flags: Vec<&str> = [&["--no-heading"], flags].concat();
        let flags = if arguments["path"].is_null() { [&flags[..], &["."]].concat() } else { flags };
        if let Some(lines) = rg(&tree.root, &flags) {
            assert_eq!(found, lines, "{arguments}");
        }
    }
}

fn rg(root: &Path, flags: &[&str]) -> Option<Vec<String>> {
    let lines = lines_of(root, "rg", flags)?;
    let lines = lines.iter().filter(|line| !line.contains("stopped searching binary file"));
    let lines: Vec<String> =
        lines.map(|line| line.strip_prefix("./").unwrap_or(line).to_owned()).collect();
    let mut places = places(&lines);
    places.sort();
    Some(places)
}

#[test]
fn context_is_shown_as_ripgrep_shows_it() {
    let tree = Tree::new();
    tree.file("a", "1\n2\nx\n4\n5\n6\n7\nx\n9\n");
    let text = tree.text("grep", json!({"pattern": "x", "context": 1}));
    assert_eq!(text, "a-2-2\na:3:x\na-4-4\n--\na-7-7\na:8:x\na-9-9");
    let text = tree.text("grep", json!({"pattern": "x", "context": 1, "before": 0, "limit": 1}));
    let note = "[stopped at 1 matching line; more exist: narrow the search or raise `limit`]";
    assert_eq!(text.lines().collect::<Vec<_>>()[..2], ["a:3:x", "a-4-4"]);
    assert!(text.contains("[a has more matches than the 1 shown]") || text.contains(note));
}

#[test]
fn files_and_counts_are_those_of_ripgrep() {
    let tree = project();
    let files = results(&tree.text("grep", json!({"pattern": "TODO", "mode": "files"})));
    if let Some(lines) = lines_of(&tree.root, "rg", &["-l", "TODO"]) {
        assert_eq!(files, lines);
    }
    let counts = results(&tree.text("grep", json!({"pattern": "TODO", "mode": "count"})));
    assert!(counts.contains(&"b/c.rs:2".to_owned()), "{counts:?}");
    let limited = tree.data("grep", json!({"pattern": "TODO", "mode": "files", "limit": 2}));
    assert_eq!(limited["files"].as_array().unwrap().len(), 2);
    assert_eq!(limited["complete"], false);
}

/// Many files, so that several threads have to do.
fn many() -> Tree {
    let tree = Tree::new();
    for folder in 0..20 {
        for file in 0..60 {
            let content = if (folder * 60 + file) % 7 == 0 { "hit\nno\nhit\n" } else { "no\n" };
            tree.file(&format!("d{folder:02}/f{file:02}"), content);
        }
    }
    tree
}

#[test]
fn the_limit_cuts_at_the_same_line_in_every_run() {
    let tree = many();
    let all = tree.data("grep", json!({"pattern": "hit", "limit": 10_000}));
    assert_eq!(all["matches"], 344);
    assert_eq!((&all["files_searched"], &all["complete"]), (&json!(1200), &json!(true)));
    let whole: Vec<String> = flat(&all);
    let first = tree.call("grep", json!({"pattern": "hit", "limit": 101})).to_json().to_string();
    for _ in 0..20 {
        let again = tree.call("grep", json!({"pattern": "hit", "limit": 101}));
        assert_eq!(again.to_json().to_string(), first);
        assert_eq!(flat(&again.output.value().unwrap()), whole[..101]);
    }
}

fn flat(data: &Value) -> Vec<String> {
    let files = data["files"].as_array().unwrap().iter();
    let lines = files.flat_map(|file| {
        let lines = file["lines"].as_array().unwrap().iter();
        lines.map(|line| format!("{}:{}", file["path"], line["line"])).collect::<Vec<_>>()
    });
    lines.collect()
}

#[test]
fn one_file_may_be_limited_alone() {
    let tree = many();
    let data = tree.data("grep", json!({"pattern": "hit", "max_per_file": 1, "limit": 1000}));
    assert_eq!(data["matches"], 172);
    assert_eq!(data["files"][0]["more"], true);
    assert_eq!(data["complete"], false);
}

#[test]
fn a_file_that_is_named_is_searched_whatever_it_is() {
    let tree = project();
    assert_eq!(
        tree.text("grep", json!({"pattern": "TODO", "path": "ignored.rs"})),
        "ignored.rs:1:TODO"
    );
    let text = tree.text("grep", json!({"pattern": "TODO", "path": "late.bin"}));
    assert_eq!(text, "late.bin: binary file matches");
    let text = tree.text("grep", json!({"pattern": "absent", "path": "late.bin"}));
    assert!(text.starts_with("[no matches in 1 file"), "{text}");
}

#[test]
fn large_files_are_searched_in_parts() {
    let tree = Tree::new();
    let mut text = "filler line\n".repeat(600_000);
    text.push_str("needle\n");
    tree.file("large.txt", &text);
    text.push_str(&"filler line\n".repeat(20_000));
    text.push('\0');
    tree.file("large.bin", &text);
    let text = tree.text("grep", json!({"pattern": "needle"}));
    assert!(text.contains("large.txt:600001:needle"), "{text}");
    assert!(text.contains("large.bin:600001:needle"), "{text}");
    let named = tree.text("grep", json!({"pattern": "needle", "path": "large.bin"}));
    assert_eq!(named, "large.bin: binary file matches");
}

#[test]
fn patterns_that_are_none_are_refused_with_what_to_write() {
    let tree = project();
    for (arguments, why) in [
        (json!({"pattern": "("}), "unclosed group"),
        (json!({"pattern": "a\nb"}), "`multiline`"),
        (json!({"pattern": "a\\nb"}), "`multiline`"),
        (json!({"pattern": "(a)\\1"}), "backreference"),
        (json!({"pattern": "x", "types": ["nonsense"]}), "`nonsense` is no known file type"),
        (json!({"pattern": "x", "globs": ["["]}), "is no valid glob"),
    ] {
        let error = tree.error("grep", arguments);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_real_tree_gives_the_lines_of_ripgrep() {
    tool_std::link();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let executor =
        tool_core::Executor::builder(tool_core::Registry::collect_from(["tool_std"]).unwrap())
            .for_programs()
            .root(root)
            .build()
            .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for (pattern, flags) in [
        ("fn \\w+\\(&self", &["-n"][..]),
        ("Result<", &["-n"]),
        ("[Tt]rash", &["-n"]),
        ("^$", &["-n"]),
    ] {
        let arguments = json!({"pattern": pattern, "limit": 10_000});
        let result = runtime.block_on(executor.call("grep", arguments));
        let found = places(&results(&result.to_text()));
        assert!(found.len() > 3, "{pattern}: {found:?}");
        let flags = [&["--no-heading", pattern, "."], flags].concat();
        if let Some(mut lines) = rg(root, &flags) {
            lines.sort();
            let mut found = found;
            found.sort();
            assert_eq!(found, lines, "{pattern}");
        }
    }
}
