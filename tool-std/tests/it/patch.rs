//! `apply_patch`: both forms, all files or none, and the same result as git.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::common::Tree;

fn bytes(tree: &Tree, path: &str) -> Vec<u8> {
    fs::read(tree.root.join(path)).unwrap()
}

fn patch(tree: &Tree, patch: &str) -> String {
    tree.text("apply_patch", json!({"patch": patch}))
}

fn refused(tree: &Tree, patch: &str) -> String {
    tree.error("apply_patch", json!({"patch": patch}))
}

#[test]
fn a_git_diff_changes_makes_deletes_and_moves() {
    let tree = Tree::new();
    tree.file("a.txt", "1\n2\n3\n").file("old.txt", "x\n").file("gone.txt", "bye\n");
    let text = patch(
        &tree,
        "diff --git a/a.txt b/a.txt\nindex 1..2 100644\n--- a/a.txt\n+++ b/a.txt\n\
         @@ -1,3 +1,3 @@\n 1\n-2\n+zwei\n 3\n\
         diff --git a/new/b.sh b/new/b.sh\nnew file mode 100755\nindex 0..1\n\
         --- /dev/null\n+++ b/new/b.sh\n@@ -0,0 +1,2 @@\n+#!/bin/sh\n+true\n\\ No newline at end of file\n\
         diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n\
         @@ -1 +0,0 @@\n-bye\n\
         diff --git a/old.txt b/moved/new.txt\nsimilarity index 100%\nrename from old.txt\n\
         rename to moved/new.txt\n",
    );
    assert_eq!(
        text,
        "changed a.txt: +1 -1 lines\ncreated new/b.sh: +2 -0 lines\ndeleted gone.txt: +0 -1 lines\n\
         moved old.txt to moved/new.txt: +0 -0 lines"
    );
    assert_eq!(bytes(&tree, "a.txt"), b"1\nzwei\n3\n");
    assert_eq!(bytes(&tree, "new/b.sh"), b"#!/bin/sh\ntrue");
    assert_eq!(bytes(&tree, "moved/new.txt"), b"x\n");
    assert!(!tree.root.join("gone.txt").exists() && !tree.root.join("old.txt").exists());
    let mode = fs::metadata(tree.root.join("new/b.sh")).unwrap();
    assert_ne!(std::os::unix::fs::PermissionsExt::mode(&mode.permissions()) & 0o100, 0);
}

#[test]
fn the_begin_patch_form_does_the_same() {
    let tree = Tree::new();
    tree.file("a.py", "class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 1\n")
        .file("gone", "x\n");
    let text = patch(
        &tree,
        "*** Begin Patch\n*** Update File: a.py\n*** Move to: lib/a.py\n@@ class B:\n     def f(self):\n\
         -        return 1\n+        return 2\n*** Add File: new.txt\n+hello\n+\n\
         *** Delete File: gone\n*** End Patch\n",
    );
    assert_eq!(
        text,
        "moved a.py to lib/a.py: +1 -1 lines\ncreated new.txt: +2 -0 lines\ndeleted gone: +0 -1 lines"
    );
    assert_eq!(
        bytes(&tree, "lib/a.py"),
        b"class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 2\n"
    );
    assert_eq!(bytes(&tree, "new.txt"), b"hello\n\n");
    assert!(!tree.root.join("gone").exists() && !tree.root.join("a.py").exists());
    // What was deleted can be brought back; what was moved is not there twice.
    assert_eq!(fs::read(tree.trash.path().join("files/gone")).unwrap(), b"x\n");
    assert_eq!(fs::read_dir(tree.trash.path().join("files")).unwrap().count(), 1);
}

#[test]
fn e14_one_hunk_that_does_not_fit_changes_no_file() {
    let tree = Tree::new();
    tree.file("a", "one\n").file("b", "two\n");
    let text =
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-three\n+3\n";
    let error = refused(&tree, text);
    assert!(
        error.contains("hunk 1 of 1 (line 1) does not fit `b`; nothing was changed"),
        "{error}"
    );
    assert_eq!((bytes(&tree, "a"), bytes(&tree, "b")), (b"one\n".to_vec(), b"two\n".to_vec()));
    let text = "*** Begin Patch\n*** Update File: a\n-one\n+1\n*** Add File: b\n+x\n*** End Patch";
    let error = refused(&tree, text);
    assert!(error.contains("`b` exists already"), "{error}");
    assert_eq!(bytes(&tree, "a"), b"one\n");
    let text = "*** Begin Patch\n*** Add File: c\n+x\n*** Delete File: nothing\n*** End Patch";
    let error = refused(&tree, text);
    assert!(error.contains("`nothing` does not exist"), "{error}");
    assert!(!tree.root.join("c").exists());
}

#[test]
fn e27_markers_may_end_in_white_space_and_lines_keep_theirs() {
    let tree = Tree::new();
    tree.file("a", "one  \r\ntwo\r\n");
    patch(
        &tree,
        "*** Begin Patch \r\n*** Update File: a\t\r\n@@\r\n one  \r\n-two\r\n+2 \r\n*** End Patch\r\n",
    );
    assert_eq!(bytes(&tree, "a"), b"one  \r\n2 \r\n");
    // A patch in CRLF for a file in LF: the file's own ends win.
    tree.file("b", "one\ntwo\n");
    patch(&tree, "--- a/b\r\n+++ b/b\r\n@@ -1,2 +1,2 @@\r\n one\r\n-two\r\n+2\r\n");
    assert_eq!(bytes(&tree, "b"), b"one\n2\n");
}

#[test]
fn a_place_that_is_not_the_only_one_is_refused() {
    let tree = Tree::new();
    let text = "x\nsame\ny\nx\nsame\ny\n";
    tree.file("a", text);
    let error = refused(&tree, "*** Begin Patch\n*** Update File: a\n-same\n+other\n*** End Patch");
    assert!(error.contains("at 2 places (lines 2, 5)"), "{error}");
    // The line number decides where it fits exactly.
    patch(&tree, "--- a/a\n+++ b/a\n@@ -5 +5 @@\n-same\n+other\n");
    assert_eq!(bytes(&tree, "a"), b"x\nsame\ny\nx\nother\ny\n");
    tree.file("b", text);
    let error = refused(&tree, "--- a/b\n+++ b/b\n@@ -3 +3 @@\n-same\n+other\n");
    assert!(error.contains("at 2 places"), "{error}");
}

#[test]
fn wrong_counts_and_numbers_do_no_harm() {
    let tree = Tree::new();
    tree.file("a", "1\n2\n3\n4\n5\n");
    let text = patch(&tree, "--- a/a\n+++ b/a\n@@ -40,9 +40,2 @@\n 2\n-3\n+drei\n\n");
    assert_eq!(text, "changed a: +1 -1 lines", "an empty line at the end is no line of the hunk");
    assert_eq!(bytes(&tree, "a"), b"1\n2\ndrei\n4\n5\n");
}

#[test]
fn a_trial_changes_nothing() {
    let tree = Tree::new();
    tree.file("a", "1\n");
    let arguments = json!({"patch": "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n", "dry_run": true});
    let text = tree.text("apply_patch", arguments);
    assert!(text.contains("[dry run: it fits, and nothing was changed]"), "{text}");
    assert_eq!(bytes(&tree, "a"), b"1\n");
}

#[test]
fn no_patch_leads_out() {
    let tree = Tree::new();
    let theirs = tree.outside("theirs", "theirs\n");
    tree.link("link", &theirs);
    for path in ["../theirs", "link", theirs.to_str().unwrap(), "/etc/hostname"] {
        for text in [
            format!("*** Begin Patch\n*** Update File: {path}\n-theirs\n+mine\n*** End Patch"),
            format!("*** Begin Patch\n*** Delete File: {path}\n*** End Patch"),
            format!("--- {path}\n+++ {path}\n@@ -1 +1 @@\n-theirs\n+mine\n"),
        ] {
            let error = refused(&tree, &text);
            assert!(error.contains("outside"), "{path}: {error}");
        }
    }
    let add = "*** Begin Patch\n*** Add File: ../new\n+x\n*** End Patch";
    assert!(refused(&tree, add).contains("outside"));
    assert_eq!(fs::read(&theirs).unwrap(), b"theirs\n");
    assert!(!tree.base.path().join("new").exists());
}

#[test]
fn what_is_no_patch_is_refused_with_the_line() {
    let tree = Tree::new();
    tree.file("a", "1\n");
    for (text, why) in [
        ("hello", "it names no file"),
        ("*** Begin Patch\n", "`*** End Patch` is missing"),
        ("*** Begin Patch\nx\n*** End Patch", "line 2 of the patch: a file starts with"),
        ("*** Begin Patch\n*** Add File: b\nx\n*** End Patch", "line 3 of the patch: each line"),
        ("@@ -1 +1 @@\n-1\n+2\n", "no `---` and `+++` lines"),
        ("--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-1\nx\n", "line 5 of the patch: a line of a hunk"),
        ("--- a/a\n+++ b/a\n@@ nonsense\n", "line 3 of the patch: a hunk starts like"),
        ("diff --git a/a b/a\nGIT binary patch\nliteral 3\n", "changes a binary file"),
        (
            "*** Begin Patch\n*** Update File: a\n-1\n+2\n*** Delete File: ./a\n*** End Patch",
            "names `./a` twice",
        ),
    ] {
        let error = refused(&tree, text);
        assert!(error.contains(why), "{text}: {error}");
    }
    assert_eq!(bytes(&tree, "a"), b"1\n");
}

/// A small generator, so that every run makes the same files.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }

    fn text(&mut self, lines: usize) -> Vec<String> {
        let words = ["let x = 1;", "}", "", "    return", "-- dash", "++ plus", "@@ at", "ä ö"];
        (0..lines).map(|_| words[self.below(words.len())].to_owned()).collect()
    }

    fn mutate(&mut self, lines: &[String]) -> Vec<String> {
        let mut lines = lines.to_vec();
        for _ in 0..=self.below(5) {
            let at = self.below(lines.len() + 1);
            match self.below(3) {
                0 => lines.insert(at, format!("new {}", self.below(1000))),
                1 if at < lines.len() => lines[at] = format!("changed {}", self.below(1000)),
                _ if at < lines.len() => drop(lines.remove(at)),
                _ => {}
            }
        }
        lines
    }
}

fn join(lines: &[String], end: &str, last: bool) -> String {
    let mut text = lines.join(end);
    if last && !lines.is_empty() {
        text.push_str(end);
    }
    text
}

/// A diff of two files, as one of this file.
fn named(diff: &str, file: &str) -> String {
    let (old, new) = (format!("a/{file}"), format!("b/{file}"));
    diff.replace("a/old/f", &old).replace("b/new/f", &new)
}

fn git(dir: &Path, arguments: &[&str]) -> std::process::Output {
    Command::new("git").args(arguments).current_dir(dir).output().unwrap()
}

#[test]
fn what_git_diff_says_is_what_apply_patch_does() {
    let tree = Tree::new();
    let mut random = Random(0x1234_5678_9abc_def1);
    for round in 0..120 {
        let length = random.below(60);
        let old = random.text(length);
        let new = random.mutate(&old);
        let end = if round % 3 == 0 { "\r\n" } else { "\n" };
        let old = join(&old, end, random.below(3) > 0);
        let new = join(&new, end, random.below(3) > 0);
        tree.file("old/f", &old).file("new/f", &new);
        let context = format!("-U{}", random.below(4));
        let arguments = ["diff", "--no-index", &context, "old/f", "new/f"];
        let diff = String::from_utf8(git(&tree.root, &arguments).stdout).unwrap();
        if diff.is_empty() {
            continue;
        }
        let file = format!("f{round}");
        tree.file(&file, &old);
        let diff = named(&diff, &file);
        let text = patch(&tree, &diff);
        let seen = String::from_utf8(bytes(&tree, &file)).unwrap();
        assert_eq!(seen, new, "round {round}: {text}\n{diff}");
    }
}

#[test]
fn moved_places_are_those_that_git_apply_finds() {
    let tree = Tree::new();
    git(&tree.root, &["init", "-q"]);
    let mut random = Random(0x9876_5432_10fe_dcb1);
    let mut both = 0;
    for round in 0..80 {
        let old: Vec<String> = (0..30).map(|line| format!("line {line}")).collect();
        let new = random.mutate(&old);
        // The file at hand has other lines before and behind.
        let (before, behind) = (random.below(10), random.below(10));
        let mut shifted = random.text(before);
        shifted.extend(old.clone());
        shifted.extend(random.text(behind));
        tree.file("old/f", join(&old, "\n", true)).file("new/f", join(&new, "\n", true));
        let diff = git(&tree.root, &["diff", "--no-index", "old/f", "new/f"]).stdout;
        let diff = String::from_utf8(diff).unwrap();
        if diff.is_empty() {
            continue;
        }
        let file = format!("f{round}");
        let diff = named(&diff, &file);
        tree.file(&file, join(&shifted, "\n", true)).file("p", &diff);
        let ours = tree.call("apply_patch", json!({"patch": diff}));
        let result = bytes(&tree, &file);
        tree.file(&file, join(&shifted, "\n", true));
        let theirs = git(&tree.root, &["apply", "p"]).status.success();
        if ours.success && theirs {
            both += 1;
            assert_eq!(result, bytes(&tree, &file), "round {round}:\n{diff}");
        }
    }
    assert!(both > 40, "only {both} patches were applied by both");
}
