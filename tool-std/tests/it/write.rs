//! `write` and `edit` in ordinary use.

use std::fs;

use serde_json::json;

use super::common::Tree;

#[test]
fn a_new_file_is_made_and_its_folders_only_when_asked() {
    let tree = Tree::new();
    let text = tree.text("write", json!({"path": "a.txt", "content": "1\n2\n"}));
    assert_eq!(text, "created a.txt: 2 lines, 4 bytes");
    let error = tree.error("write", json!({"path": "new/deep/b.txt", "content": "x"}));
    assert!(
        error.contains("`new/deep` does not exist") && error.contains("create_dirs"),
        "{error}"
    );
    assert!(!tree.root.join("new").exists());
    let arguments = json!({"path": "new/deep/b.txt", "content": "x", "create_dirs": true});
    tree.text("write", arguments);
    assert_eq!(fs::read(tree.root.join("new/deep/b.txt")).unwrap(), b"x");
}

#[test]
fn overwriting_keeps_encoding_and_line_ends() {
    let tree = Tree::new();
    tree.file("crlf.txt", "\u{feff}a\r\nb\r\n");
    tree.text("read", json!({"path": "crlf.txt"}));
    let text = tree.text("write", json!({"path": "crlf.txt", "content": "a\nc\n"}));
    assert_eq!(text, "overwrote crlf.txt: +1 -1 lines, 9 bytes\n[line endings kept as CRLF]");
    assert_eq!(fs::read(tree.root.join("crlf.txt")).unwrap(), "\u{feff}a\r\nc\r\n".as_bytes());
}

#[test]
fn what_is_no_file_is_not_written() {
    let tree = Tree::new();
    fs::create_dir(tree.root.join("dir")).unwrap();
    let error = tree.error("write", json!({"path": "dir", "content": "x"}));
    assert!(error.contains("`dir` is a directory, not a file"), "{error}");
    tree.file("f", "x");
    let error = tree.error("write", json!({"path": "f/g", "content": "x", "create_dirs": true}));
    assert!(error.contains("not a directory"), "{error}");
    let error = tree.error("write", json!({"path": ".", "content": "x"}));
    assert!(error.contains("directory"), "{error}");
}

#[test]
fn editing_what_is_not_there_is_answered_like_reading_it() {
    let tree = Tree::new();
    tree.file("main.rs", "x").file("bin", b"a\0b");
    let error = tree.error("edit", json!({"path": "mian.rs", "old": "x", "new": "y"}));
    assert!(error.contains("Did you mean `main.rs`?"), "{error}");
    let error = tree.error("edit", json!({"path": ".", "old": "x", "new": "y"}));
    assert!(error.contains("is a directory"), "{error}");
    let error = tree.error("edit", json!({"path": "bin", "old": "a", "new": "y"}));
    assert!(error.contains("is a binary file"), "{error}");
}

#[test]
fn an_edit_says_what_it_wants() {
    let tree = Tree::new();
    tree.file("a", "x");
    for (arguments, why) in [
        (json!({"path": "a"}), "nothing to replace"),
        (json!({"path": "a", "old": "x"}), "`old` is given without `new`"),
        (json!({"path": "a", "new": "x"}), "`new` is given without `old`"),
        (json!({"path": "a", "old": "x", "new": "y", "edits": [{"old": "x", "new": "y"}]}), "both"),
    ] {
        let error = tree.error("edit", arguments);
        assert!(error.contains(why), "{error}");
    }
    tree.text("edit", json!({"path": "a", "old_string": "x", "new_string": "$& \\1 y"}));
    assert_eq!(fs::read(tree.root.join("a")).unwrap(), b"$& \\1 y");
}

#[test]
fn nothing_is_left_beside_the_file() {
    let tree = Tree::new();
    for round in 0..20 {
        tree.text("write", json!({"path": "a", "content": format!("{round}\n")}));
        let (old, new) = (format!("{round}\n"), format!("{round}!\n"));
        tree.text("edit", json!({"path": "a", "old": old, "new": new}));
    }
    let names: Vec<_> = fs::read_dir(&tree.root).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["a"]);
}
