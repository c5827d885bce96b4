//! The hostile cases of the area `edit`, and those of `path` that concern writing: each test
//! begins with the id of its case.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use serde_json::json;

use super::common::Tree;

fn bytes(tree: &Tree, path: &str) -> Vec<u8> {
    fs::read(tree.root.join(path)).unwrap()
}

#[test]
fn e01_an_ambiguous_edit_is_refused_with_the_places() {
    let tree = Tree::new();
    let text = "class A:\n    debug = True\nclass B:\n    debug = True\n";
    tree.file("a.py", text);
    let arguments = json!({"path": "a.py", "old": "    debug = True", "new": "    debug = False"});
    let error = tree.error("edit", arguments);
    assert!(error.contains("stands in `a.py` 2 times"), "{error}");
    assert!(error.contains("line 2:     debug = True\n  line 4:     debug = True"), "{error}");
    assert_eq!(bytes(&tree, "a.py"), text.as_bytes());
}

#[test]
fn e02_empty_text_names_no_place() {
    let tree = Tree::new();
    tree.file("a", "abc");
    let error =
        tree.error("edit", json!({"path": "a", "old": "", "new": "X", "replace_all": true}));
    assert!(error.contains("`old` is empty"), "{error}");
    assert_eq!(bytes(&tree, "a"), b"abc");
}

#[test]
fn e04_line_ends_stay_as_they_are() {
    let tree = Tree::new();
    tree.file("a", "one\r\ntwo\r\nthree\nfour\r\n");
    tree.text("edit", json!({"path": "a", "old": "two", "new": "2\nzwei"}));
    assert_eq!(bytes(&tree, "a"), b"one\r\n2\r\nzwei\r\nthree\nfour\r\n");
    tree.text("edit", json!({"path": "a", "old": "one\n2\n", "new": "1\n2\n"}));
    assert_eq!(bytes(&tree, "a"), b"1\r\n2\r\nzwei\r\nthree\nfour\r\n");
    tree.text("edit", json!({"path": "a", "old": "three\nfour", "new": "3\n4"}));
    assert_eq!(bytes(&tree, "a"), b"1\r\n2\r\nzwei\r\n3\n4\r\n");
}

#[test]
fn e06_new_text_has_the_encoding_of_the_file() {
    let tree = Tree::new();
    let encode = |text: &str| encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
    let before = "これは日本語のテキストです。\n置き換える行\n最後の行です。\n";
    tree.file("a.txt", encode(before));
    let text =
        tree.text("edit", json!({"path": "a.txt", "old": "置き換える行", "new": "新しい行"}));
    assert!(text.contains("[encoding kept: Shift_JIS]"), "{text}");
    assert_eq!(bytes(&tree, "a.txt"), encode(&before.replace("置き換える行", "新しい行")));
    let error = tree.error("edit", json!({"path": "a.txt", "old": "新しい行", "new": "🦀"}));
    assert!(error.contains("Shift_JIS"), "{error}");
}

#[test]
fn e07_a_byte_order_mark_is_no_part_of_the_text_and_stays() {
    let tree = Tree::new();
    tree.file("a.txt", "\u{feff}first\nsecond\n");
    tree.text("edit", json!({"path": "a.txt", "old": "first\nsecond", "new": "1\n2"}));
    assert_eq!(bytes(&tree, "a.txt"), "\u{feff}1\n2\n".as_bytes());
}

#[test]
fn e08_utf16_is_read_and_edited_in_its_own_form() {
    let tree = Tree::new();
    tree.file("a.txt", b"\xff\xfea\0\r\0\n\0b\0\r\0\n\0");
    assert!(
        tree.text("read", json!({"path": "a.txt"})).contains("1\ta\n2\tb\n[encoding: UTF-16LE]")
    );
    tree.text("edit", json!({"path": "a.txt", "old": "b", "new": "ä"}));
    assert_eq!(bytes(&tree, "a.txt"), b"\xff\xfea\0\r\0\n\0\xe4\0\r\0\n\0");
}

#[test]
fn e09_nothing_is_matched_by_likeness() {
    let tree = Tree::new();
    let text = "func f() {\n\tx := 1\n\ty := 2\n\treturn x + y\n}\n";
    tree.file("a.go", text);
    let old = "func f() {\n\tx := 1\n\ty := 99\n\treturn x + y\n}";
    let error = tree.error("edit", json!({"path": "a.go", "old": old, "new": "func f() {}"}));
    assert!(error.contains("is not in `a.go`; nothing was changed"), "{error}");
    assert!(error.contains("3\t\ty := 2"), "the near miss is shown: {error}");
    let spaces = json!({"path": "a.go", "old": "    x := 1\n    y := 2", "new": "z"});
    let error = tree.error("edit", spaces);
    assert!(error.contains("differ from it only in white space"), "{error}");
    assert_eq!(bytes(&tree, "a.go"), text.as_bytes());
}

#[test]
fn e13_several_edits_are_made_all_or_none() {
    let tree = Tree::new();
    tree.file("a", "one\ntwo\nthree\n");
    let edits = json!([
        {"old": "one", "new": "1"}, {"old": "nowhere", "new": "2"}, {"old": "three", "new": "3"}
    ]);
    let error = tree.error("edit", json!({"path": "a", "edits": edits}));
    assert!(error.contains("edit 2 of 3: the text is not in"), "{error}");
    assert_eq!(bytes(&tree, "a"), b"one\ntwo\nthree\n");
    let edits =
        json!([{"old": "one", "new": "two"}, {"old": "two", "new": "2", "replace_all": true}]);
    tree.text("edit", json!({"path": "a", "edits": edits}));
    assert_eq!(bytes(&tree, "a"), b"2\n2\nthree\n");
}

#[test]
fn e15_equal_texts_are_a_match_without_change() {
    let tree = Tree::new();
    tree.file("a", "same\n");
    let before = fs::metadata(tree.root.join("a")).unwrap();
    let text = tree.text("edit", json!({"path": "a", "old": "same", "new": "same"}));
    assert!(text.contains("matched, no change"), "{text}");
    assert_eq!(fs::metadata(tree.root.join("a")).unwrap().ino(), before.ino());
    let error = tree.error("edit", json!({"path": "a", "old": "other", "new": "other"}));
    assert!(error.contains("is not in"), "{error}");
}

#[test]
fn e18_a_link_stays_a_link_and_its_target_changes() {
    let tree = Tree::new();
    tree.file("dot/zshrc", "old\n").link("zshrc", "dot/zshrc");
    fs::set_permissions(tree.root.join("dot/zshrc"), PermissionsExt::from_mode(0o751)).unwrap();
    tree.text("edit", json!({"path": "zshrc", "old": "old", "new": "new"}));
    assert_eq!(fs::read_link(tree.root.join("zshrc")).unwrap().to_str(), Some("dot/zshrc"));
    assert_eq!(bytes(&tree, "dot/zshrc"), b"new\n");
    tree.text("read", json!({"path": "zshrc"}));
    tree.text("write", json!({"path": "zshrc", "content": "newer\n"}));
    assert!(fs::symlink_metadata(tree.root.join("zshrc")).unwrap().is_symlink());
    assert_eq!(bytes(&tree, "dot/zshrc"), b"newer\n");
    let mode = fs::metadata(tree.root.join("dot/zshrc")).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o751);
}

#[test]
fn e19_a_file_that_changed_since_it_was_read_is_left_alone() {
    let tree = Tree::new();
    tree.file("a", "one\n").file("b", "one\n");
    tree.text("read", json!({"path": "a"}));
    tree.text("read", json!({"path": "b"}));
    tree.file("a", "two two\n").file("b", "one\nmore\n");
    let error = tree.error("write", json!({"path": "a", "content": "mine\n"}));
    assert!(error.contains("was changed since it was read"), "{error}");
    let error = tree.error("edit", json!({"path": "b", "old": "one", "new": "mine"}));
    assert!(error.contains("was changed since it was read"), "{error}");
    assert_eq!(bytes(&tree, "a"), b"two two\n");
    tree.text("read", json!({"path": "a"}));
    tree.text("write", json!({"path": "a", "content": "mine\n"}));
    // What the session wrote itself it knows.
    tree.text("write", json!({"path": "a", "content": "mine again\n"}));
    tree.text("edit", json!({"path": "a", "old": "again", "new": "at last"}));
    assert_eq!(bytes(&tree, "a"), b"mine at last\n");
}

#[test]
fn e20_a_file_that_was_not_read_is_not_overwritten() {
    let tree = Tree::new();
    tree.file("a", "precious\n");
    let error = tree.error("write", json!({"path": "a", "content": "x"}));
    assert!(error.contains("`a` exists, and it was not read in this session"), "{error}");
    let long = "line\n".repeat(3000);
    tree.file("long", &long);
    tree.text("read", json!({"path": "long", "limit": 10}));
    let error = tree.error("write", json!({"path": "long", "content": "x"}));
    assert!(error.contains("only a part of it was read"), "{error}");
    tree.text("read", json!({"path": "long", "offset": 2000, "limit": 5000}));
    let error = tree.error("write", json!({"path": "long", "content": "x"}));
    assert!(error.contains("only a part of it was read"), "{error}");
    tree.text("read", json!({"path": "long", "offset": 11, "limit": 5000}));
    tree.text("write", json!({"path": "long", "content": "x"}));
    assert_eq!(bytes(&tree, "a"), b"precious\n");
}

#[test]
fn e22_a_file_that_was_deleted_meanwhile_is_a_conflict_once() {
    let tree = Tree::new();
    tree.file("a", "x");
    tree.text("read", json!({"path": "a"}));
    fs::remove_file(tree.root.join("a")).unwrap();
    let error = tree.error("write", json!({"path": "a", "content": "y"}));
    assert!(error.contains("was deleted since it was read"), "{error}");
    assert!(!tree.root.join("a").exists());
    tree.text("write", json!({"path": "a", "content": "y"}));
}

#[test]
fn e23_what_stands_for_a_secret_is_never_written() {
    let tree = Tree::new();
    tree.file("env", "TOKEN=abc\n");
    tree.text("read", json!({"path": "env"}));
    let error = tree.error("write", json!({"path": "env", "content": "TOKEN=<redacted>\n"}));
    assert!(error.contains("stands for a secret"), "{error}");
    let error = tree.error("edit", json!({"path": "env", "old": "abc", "new": "[REDACTED]"}));
    assert!(error.contains("stands for a secret"), "{error}");
    assert_eq!(bytes(&tree, "env"), b"TOKEN=abc\n");
    tree.file("doc", "prints <redacted>\n");
    tree.text("edit", json!({"path": "doc", "old": "prints", "new": "shows"}));
}

#[test]
fn e25_a_full_disk_leaves_the_file_as_it_was() {
    let tree = Tree::new();
    let disk = tree.root.join("disk");
    fs::create_dir(&disk).unwrap();
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"])
        .arg(&disk)
        .status()
        .is_ok_and(|status| status.success());
    if !mounted {
        // Only the superuser can mount; elsewhere a limit on file sizes would be a signal.
        return;
    }
    tree.file("disk/a", "old\n");
    tree.text("read", json!({"path": "disk/a"}));
    let big = "x".repeat(5 << 20);
    let error = tree.call("write", json!({"path": "disk/a", "content": big}));
    let names: Vec<_> = fs::read_dir(&disk).unwrap().map(|e| e.unwrap().file_name()).collect();
    let content = fs::read(disk.join("a")).unwrap();
    std::process::Command::new("umount").arg(&disk).status().unwrap();
    let text = error.to_text();
    assert!(!error.success && text.contains("the disk is full"), "{text}");
    assert_eq!(content, b"old\n");
    assert_eq!(names, ["a"]);
}

#[test]
fn e26_the_result_counts_what_is_lost() {
    let tree = Tree::new();
    let text: String = (1..=450).map(|line| format!("line {line}\n")).collect();
    tree.file("a", &text);
    let old: String = (100..=289).map(|line| format!("line {line}\n")).collect();
    let data = tree.data("edit", json!({"path": "a", "old": old, "new": "ten chars\n"}));
    assert_eq!((&data["added"], &data["removed"]), (&json!(1), &json!(190)));
    let text = tree.text("edit", json!({"path": "a", "old": "line 1\n", "new": "first\n"}));
    assert!(text.contains("+1 -1 lines\n@@ -1,4 +1,4 @@\n-line 1\n+first\n line 2\n"), "{text}");
}

/// Every way out, for writing.
#[test]
fn p03_p04_p05_nothing_is_written_outside() {
    let tree = Tree::new();
    let existing = tree.outside("outside/existing.txt", "theirs");
    let outside = existing.parent().unwrap().to_owned();
    tree.link("link", &outside)
        .link("dangling", outside.join("new.txt"))
        .link("dangling_relative", "../outside/new.txt")
        .link("sym", &existing);
    for path in [
        "link/newdir/f.txt",
        "link/f.txt",
        "dangling",
        "dangling_relative",
        "sym",
        "../outside/f.txt",
        "missing/../../outside/f.txt",
    ] {
        let arguments = json!({"path": path, "content": "x", "create_dirs": true});
        let error = tree.error("write", arguments);
        assert!(error.contains("outside") || error.contains("does not exist"), "{path}: {error}");
        tree.error("edit", json!({"path": path, "old": "theirs", "new": "mine"}));
    }
    let names: Vec<_> = fs::read_dir(&outside).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["existing.txt"]);
    assert_eq!(fs::read(&existing).unwrap(), b"theirs");
}

#[test]
fn p08_a_hard_link_to_the_outside_is_cut_and_not_written_through() {
    let tree = Tree::new();
    let theirs = tree.outside("theirs", "theirs\n");
    fs::hard_link(&theirs, tree.root.join("mine")).unwrap();
    let text = tree.text("edit", json!({"path": "mine", "old": "theirs", "new": "mine"}));
    assert!(text.contains("hard links"), "{text}");
    assert_eq!(fs::read(&theirs).unwrap(), b"theirs\n");
    assert_eq!(bytes(&tree, "mine"), b"mine\n");
}
