//! `find_files`: what globs mean, what is left out, when it stops.

use std::fs;

use serde_json::json;

use super::common::{Tree, lines_of, results};

fn sources() -> Tree {
    let tree = Tree::new();
    tree.file("a.rs", "1")
        .file("src/b.rs", "22")
        .file("src/deep/c.rs", "333")
        .file("src/deep/c.txt", "")
        .file("docs/b.md", "")
        .file(".hidden/d.rs", "")
        .file(".env", "x");
    tree
}

#[test]
fn a_pattern_without_a_slash_is_a_name_at_any_depth() {
    let tree = sources();
    let text = tree.text("find_files", json!({"pattern": "*.rs"}));
    assert_eq!(
        text,
        "a.rs\nsrc/b.rs\nsrc/deep/c.rs\n[2 hidden entries skipped (`hidden` includes them)]"
    );
}

#[test]
fn a_pattern_with_a_slash_is_a_path_from_the_folder() {
    let tree = sources();
    let find = |pattern: &str| results(&tree.text("find_files", json!({"pattern": pattern})));
    assert_eq!(find("src/*.rs"), ["src/b.rs"]);
    assert_eq!(find("src/**/*.rs"), ["src/b.rs", "src/deep/c.rs"]);
    assert_eq!(find("**/*.rs"), ["a.rs", "src/b.rs", "src/deep/c.rs"]);
    assert_eq!(find("./src/*"), ["src/b.rs"]);
    assert_eq!(find("src/**"), ["src/b.rs", "src/deep/c.rs", "src/deep/c.txt"]);
    assert_eq!(find("{docs,src}/b.*"), ["docs/b.md", "src/b.rs"]);
    assert_eq!(find("deep/*.rs"), [""; 0]);
    assert_eq!(find("**/deep/"), ["src/deep/"]);
}

#[test]
fn a_pattern_that_names_something_hidden_finds_it() {
    let tree = sources();
    let find = |pattern: &str| results(&tree.text("find_files", json!({"pattern": pattern})));
    assert_eq!(find(".env"), [".env"]);
    assert_eq!(find(".hidden/*.rs"), [".hidden/d.rs"]);
}

#[test]
fn the_path_and_the_kind_narrow_the_search() {
    let tree = sources();
    tree.link("link.rs", "a.rs");
    let find = |arguments| results(&tree.text("find_files", arguments));
    assert_eq!(find(json!({"pattern": "*.rs", "path": "src/deep"})), ["src/deep/c.rs"]);
    assert_eq!(find(json!({"pattern": "*.rs", "path": "./src", "max_depth": 1})), ["src/b.rs"]);
    assert_eq!(find(json!({"pattern": "*", "kind": "directory"})), ["docs/", "src/", "src/deep/"]);
    assert_eq!(find(json!({"pattern": "*.rs", "kind": "symlink"})), ["link.rs"]);
    assert_eq!(find(json!({"pattern": "A.RS", "ignore_case": true})), ["a.rs"]);
    let absolute = tree.root.join("src");
    assert_eq!(find(json!({"pattern": "b.rs", "path": absolute})), ["src/b.rs"]);
}

#[test]
fn data_has_types_and_sizes() {
    let tree = sources();
    let data = tree.data("find_files", json!({"pattern": "b.rs"}));
    assert_eq!(data["files"], json!([{"path": "src/b.rs", "type": "file", "size": 2}]));
    assert_eq!(data["more"], "no");
}

#[test]
fn the_limit_stops_the_search_and_says_what_is_known() {
    let tree = sources();
    let data = tree.data("find_files", json!({"pattern": "*.rs", "limit": 1}));
    assert_eq!((data["files"].as_array().unwrap().len(), &data["more"]), (1, &json!("unknown")));
    let data = tree.data("find_files", json!({"pattern": "*", "path": "src/deep", "limit": 1}));
    assert_eq!(data["more"], "yes");
    let data = tree.data("find_files", json!({"pattern": "*", "path": "docs", "limit": 1}));
    assert_eq!(data["more"], "no");
}

#[test]
fn ignore_rules_hold_as_in_fd_and_ripgrep() {
    let tree = Tree::new();
    fs::create_dir(tree.root.join(".git")).unwrap();
    tree.file(".git/info/exclude", "excluded.rs\n")
        .file(".gitignore", "*.log\n!keep.log\n/target/\n")
        .file(".ignore", "!seen.log\n")
        .file(".rgignore", "rg.txt\n")
        .file("a.log", "")
        .file("keep.log", "")
        .file("seen.log", "")
        .file("excluded.rs", "")
        .file("rg.txt", "")
        .file("target/x.rs", "")
        .file("sub/target/y.rs", "")
        .file("sub/.gitignore", "z.*\n.wanted\n!.wanted\n")
        .file("sub/z.rs", "")
        .file("sub/.wanted", "")
        .file("sub/.other", "");
    let text = tree.text("find_files", json!({"pattern": "*"}));
    assert_eq!(
        results(&text),
        ["keep.log", "seen.log", "sub/.wanted", "sub/target/y.rs"],
        "{text}"
    );
    let data = tree.data("find_files", json!({"pattern": "*"}));
    assert_eq!(data["skipped"]["ignored_files"], 4);
    assert_eq!(data["skipped"]["ignored_directories"], 1);
    if let Some(lines) = lines_of(&tree.root, "rg", &["--files"]) {
        assert_eq!(results(&text), lines);
    }
    for (arguments, flags) in [
        (json!({"pattern": "*", "no_ignore": true}), &["--files", "--no-ignore"][..]),
        (json!({"pattern": "*", "hidden": true}), &["--files", "--hidden"]),
        (json!({"pattern": "*", "hidden": true, "no_ignore": true}), &["--files", "-uu"]),
    ] {
        let found = results(&tree.text("find_files", arguments));
        if let Some(lines) = lines_of(&tree.root, "rg", flags) {
            assert_eq!(found, lines, "{flags:?}");
        }
    }
}

#[test]
fn git_rules_hold_only_in_a_repository_and_not_beyond_its_border() {
    let tree = Tree::new();
    tree.file(".gitignore", "*.log\n").file("a.log", "").file("inner/.gitignore", "b.log\n");
    let find = || results(&tree.text("find_files", json!({"pattern": "*.log"})));
    assert_eq!(find(), ["a.log"]);
    fs::create_dir(tree.root.join(".git")).unwrap();
    assert_eq!(find(), [""; 0]);
    fs::create_dir(tree.root.join("inner/.git")).unwrap();
    tree.file("inner/b.log", "").file("inner/c.log", "");
    assert_eq!(find(), ["inner/c.log"]);
}

#[test]
fn rules_above_a_root_hold_in_it() {
    let tree = Tree::with_roots(&["sub"]);
    fs::create_dir(tree.base.path().join(".git")).unwrap();
    tree.outside(".gitignore", "*.log\n/sub/gone\n");
    tree.file("a.log", "").file("gone/x", "").file("b.txt", "");
    assert_eq!(results(&tree.text("find_files", json!({"pattern": "*"}))), ["b.txt"]);
}

#[test]
fn broken_globs_are_refused_with_what_to_write() {
    let tree = sources();
    for (pattern, why) in [
        ("", "empty"),
        ("[", "unclosed character class"),
        ("/etc/*", "starts with `/`"),
        ("../*", "contains `..`"),
    ] {
        let error = tree.error("find_files", json!({"pattern": pattern}));
        assert!(error.contains(why) && error.contains("*.rs"), "{error}");
    }
}

#[test]
fn the_folder_must_be_one() {
    let tree = sources();
    let error = tree.error("find_files", json!({"pattern": "*", "path": "a.rs"}));
    assert!(error.starts_with("ERROR: `a.rs` is a file, not a directory"), "{error}");
    let error = tree.error("find_files", json!({"pattern": "*", "path": "scr"}));
    assert!(error.contains("does not exist\nDid you mean `src`?"), "{error}");
}

#[test]
fn size_and_time_narrow_the_search() {
    let tree = Tree::new();
    tree.file("small", "1").file("large", "x".repeat(1000)).file("dir/old", "12345");
    let old = fs::File::options().write(true).open(tree.root.join("dir/old")).unwrap();
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(951_827_696);
    old.set_modified(time).unwrap();
    let find = |mut arguments: serde_json::Value| {
        arguments["pattern"] = json!("*");
        results(&tree.text("find_files", arguments))
    };
    assert_eq!(find(json!({"min_size": 5})), ["dir/old", "large"]);
    assert_eq!(find(json!({"max_size": 5, "kind": "any"})), ["dir/old", "small"]);
    assert_eq!(find(json!({"modified_after": "2d"})), ["large", "small"]);
    assert_eq!(find(json!({"modified_before": "2000-03-01"})), ["dir/old"]);
    assert_eq!(find(json!({"modified_before": "2000-02-29"})), [""; 0]);
    let error = tree.error("find_files", json!({"pattern": "*", "modified_after": "soon"}));
    assert!(error.contains("`soon` is no point in time") && error.contains("`7d`"), "{error}");
}

#[test]
fn a_large_tree_is_found_in_order_whatever_is_read_ahead() {
    let tree = Tree::new();
    let mut wanted = Vec::new();
    for outer in 0..12 {
        for middle in 0..8 {
            for inner in 0..3 {
                let path = format!("o{outer:02}/m{middle}/i{inner}/file");
                tree.file(&path, "");
                wanted.push(path);
            }
            tree.file(&format!("o{outer:02}/m{middle}/.hidden/file"), "");
        }
    }
    for limit in [1, 7, 100, 287, 288, 1000] {
        let data = tree.data("find_files", json!({"pattern": "file", "limit": limit}));
        let files = data["files"].as_array().unwrap().iter();
        let paths: Vec<&str> = files.map(|file| file["path"].as_str().unwrap()).collect();
        assert_eq!(paths, wanted[..limit.min(wanted.len())]);
        if limit > 288 {
            assert_eq!(data["skipped"]["hidden"], 96);
        }
    }
    // A pattern that leads through one folder only passes over the others.
    let found = tree.data("find_files", json!({"pattern": "o07/**/file"}));
    assert_eq!(found["files"].as_array().unwrap().len(), 24);
    let shallow = tree.data("find_files", json!({"pattern": "*", "kind": "any", "max_depth": 2}));
    assert_eq!(shallow["files"].as_array().unwrap().len(), 100);
    assert_eq!(shallow["more"], "unknown");
}
