//! `tree`, `diff`, `read_many`, and pictures.

use std::fs;
use std::process::Command;

use serde_json::json;

use super::common::Tree;

#[test]
fn a_tree_is_indented_and_bounded() {
    let tree = Tree::new();
    tree.file("b/c/d/e", "").file("a.txt", "").file(".hidden", "");
    for number in 0..10 {
        tree.file(&format!("many/{number}"), "");
    }
    let text = tree.text("tree", json!({"depth": 2, "per_directory": 3}));
    assert_eq!(
        text,
        "a.txt\nb/\n  c/\nmany/  [7 more in it]\n  0\n  1\n  2\n[1 hidden entry skipped (`hidden` includes them)]"
    );
    let text = tree.text("tree", json!({"directories_only": true, "path": "b"}));
    assert_eq!(text, "c/\n  d/");
    let data = tree.data("tree", json!({"limit": 2}));
    assert_eq!((&data["more"], data["entries"].as_array().unwrap().len()), (&json!(true), 2));
    let text = tree.text("tree", json!({"per_directory": 1}));
    assert!(text.contains("[2 entries more here]"), "{text}");
    fs::create_dir(tree.root.join("empty")).unwrap();
    assert_eq!(tree.text("tree", json!({"path": "empty"})), "[nothing in it]");
}

#[test]
fn a_diff_is_what_makes_the_one_of_the_other() {
    let tree = Tree::new();
    for (old, new) in [
        ("a\nb\nc\n", "a\nB\nc\n"),
        ("a\nb\n", "a\nb"),
        ("a", "a\n"),
        ("", "new\n"),
        ("x\r\ny\r\n", "x\r\nz\r\n"),
        ("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"),
    ] {
        tree.file("f", old).file("g", new);
        let data = tree.data("diff", json!({"old": "f", "new": "g"}));
        assert_eq!(data["equal"], false);
        // The standard tool makes the second file of the first with it.
        let diff = data["diff"].as_str().unwrap();
        tree.file("p", diff);
        let patched = Command::new("patch")
            .args(["--binary", "-s", "-p1", "-i", "p", "-o", "out", "f"])
            .current_dir(&tree.root)
            .output()
            .unwrap();
        assert!(patched.status.success(), "{diff}\n{patched:?}");
        assert_eq!(fs::read_to_string(tree.root.join("out")).unwrap(), new, "{diff}");
        // And the counts are git's.
        let arguments = ["diff", "--no-index", "--numstat", "f", "g"];
        let git = Command::new("git").args(arguments).current_dir(&tree.root).output().unwrap();
        let counts = format!("{}\t{}\t", data["added"], data["removed"]);
        let git = String::from_utf8(git.stdout).unwrap();
        assert!(git.starts_with(&counts), "ours {counts}, git's {git}\n{diff}");
    }
    tree.file("g", "same").file("f", "same");
    assert_eq!(tree.text("diff", json!({"old": "f", "new": "g"})), "f and g are equal (4 bytes)");
    tree.file("g", b"a\0b");
    let text = tree.text("diff", json!({"old": "f", "new": "g"}));
    assert!(text.contains("differ; not both are text"), "{text}");
}

#[test]
fn several_files_are_read_and_a_bad_one_is_answered_in_its_place() {
    let tree = Tree::new();
    tree.file("a", "1\n").file("b", "2\n3\n").file("bin", b"\0");
    let text = tree.text("read_many", json!({"paths": ["a", "nothing", "bin", "b"], "limit": 1}));
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(parts[0], "==> a <==\n1\t1");
    assert!(parts[1].starts_with("==> nothing <==\n[`nothing` does not exist."), "{text}");
    assert!(parts[2].contains("is no text"), "{text}");
    assert_eq!(parts[3], "==> b <==\n1\t2\n[lines 1-1 of 2; file continues, next offset 2]");
    // What was read whole may be overwritten, what was read in part not.
    tree.text("write", json!({"path": "a", "content": "x"}));
    tree.error("write", json!({"path": "b", "content": "x"}));
}

#[test]
fn much_text_of_many_files_is_bounded_and_says_what_is_left() {
    let tree = Tree::new();
    let text = "a line of some length\n".repeat(2000);
    let paths: Vec<String> = (0..20).map(|number| format!("f{number}")).collect();
    for path in &paths {
        tree.file(path, &text);
    }
    let text = tree.text("read_many", json!({"paths": paths, "limit": 5000}));
    assert!(text.len() < 400_000, "{} bytes", text.len());
    assert!(text.contains("==> f19 <==\n[not read: the files before it fill the answer"));
}

#[test]
fn a_picture_is_attached() {
    let tree = Tree::new();
    let png = b"\x89PNG\r\n\x1a\n\0\0rest";
    tree.file("a.png", png).file("d.pdf", "%PDF-1.7\nx");
    let result = tree.call("read", json!({"path": "a.png"}));
    assert_eq!(result.to_text(), "a.png: image/png, 14 bytes, attached");
    let attachments = result.output.attachments();
    assert_eq!((attachments[0].media_type(), attachments[0].bytes()), ("image/png", &png[..]));
    let result = tree.call("read", json!({"path": "d.pdf"}));
    assert_eq!(result.output.attachments()[0].media_type(), "application/pdf");
    let file = fs::File::options().write(true).open(tree.root.join("a.png")).unwrap();
    file.set_len(6 << 20).unwrap();
    let error = tree.error("read", json!({"path": "a.png"}));
    assert!(error.contains("6291456 bytes, more than the 5 MiB"), "{error}");
}
