//! `mkdir`, `move`, `copy`, `delete` and `set_executable`: nothing is overwritten, nothing leaves
//! the root, what is deleted can be brought back.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::json;
use tool_core::exec::approve_all;
use tool_core::{Executor, Registry};

use super::common::Tree;

fn names(tree: &Tree, path: &str) -> Vec<String> {
    let entries = fs::read_dir(tree.root.join(path)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_directory_is_made() {
    let tree = Tree::new();
    assert_eq!(tree.text("mkdir", json!({"path": "a"})), "made a");
    let again = tree.text("mkdir", json!({"path": "a"}));
    assert_eq!(again, "kept a\n[the directory exists already]");
    let error = tree.error("mkdir", json!({"path": "b/c/d"}));
    assert!(error.contains("`b/c` does not exist"), "{error}");
    tree.text("mkdir", json!({"path": "b/c/d", "create_dirs": true}));
    assert!(tree.root.join("b/c/d").is_dir());
    tree.file("f", "");
    assert!(tree.error("mkdir", json!({"path": "f"})).contains("exists already"));
}

#[test]
fn a_move_overwrites_nothing_and_moves_a_link_itself() {
    let tree = Tree::new();
    tree.file("a", "a").file("b", "b").file("dir/x", "").link("link", "a");
    let error = tree.error("move", json!({"source": "a", "destination": "b"}));
    assert!(error.contains("`b` exists already") && error.contains("delete"), "{error}");
    let error = tree.error("move", json!({"source": "a", "destination": "dir"}));
    assert!(error.contains("Give the whole new path, for example `dir/name`"), "{error}");
    let error = tree.error("move", json!({"source": "dir", "destination": "dir/in"}));
    assert!(error.contains("into itself"), "{error}");
    let text = tree.text("move", json!({"source": "link", "destination": "dir/link"}));
    assert_eq!(text, "moved link to dir/link");
    assert!(fs::symlink_metadata(tree.root.join("dir/link")).unwrap().is_symlink());
    tree.text("move", json!({"source": "a", "destination": "new/a", "create_dirs": true}));
    assert_eq!(fs::read(tree.root.join("new/a")).unwrap(), b"a");
    assert_eq!(fs::read(tree.root.join("b")).unwrap(), b"b");
    let error = tree.error("move", json!({"source": "nothing", "destination": "x"}));
    assert!(error.contains("does not exist"), "{error}");
}

#[test]
fn a_file_that_was_read_is_known_at_its_new_place() {
    let tree = Tree::new();
    tree.file("a", "old");
    tree.text("read", json!({"path": "a"}));
    tree.text("move", json!({"source": "a", "destination": "b"}));
    tree.text("write", json!({"path": "b", "content": "new"}));
    assert_eq!(fs::read(tree.root.join("b")).unwrap(), b"new");
}

#[test]
fn a_copy_has_all_of_it_and_appears_whole() {
    let tree = Tree::new();
    tree.file("src/a.sh", "a").file("src/deep/b", "bb").link("src/l", "a.sh");
    fs::set_permissions(tree.root.join("src/a.sh"), PermissionsExt::from_mode(0o750)).unwrap();
    let text = tree.text("copy", json!({"source": "src", "destination": "dst"}));
    assert_eq!(text, "copied src to dst (3 files in 2 directories, 7 bytes)");
    assert_eq!(fs::read(tree.root.join("dst/deep/b")).unwrap(), b"bb");
    assert_eq!(fs::read_link(tree.root.join("dst/l")).unwrap(), PathBuf::from("a.sh"));
    let mode = fs::metadata(tree.root.join("dst/a.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
    assert!(tree.error("copy", json!({"source": "src", "destination": "dst"})).contains("exists"));
    let error = tree.error("copy", json!({"source": "src", "destination": "src/in"}));
    assert!(error.contains("into itself"), "{error}");
    assert_eq!(
        tree.text("copy", json!({"source": "src/a.sh", "destination": "c"})),
        "copied src/a.sh to c"
    );
    assert_eq!(names(&tree, "."), ["c", "dst", "src"]);
}

#[test]
fn what_is_deleted_lies_in_the_trash_with_where_it_came_from() {
    let tree = Tree::new();
    let trash = tree.base.path().join("trash");
    let executor = Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
        .for_programs()
        .approver(approve_all())
        .root(&tree.root)
        .state(tool_std::TrashDir::new(&trash))
        .build()
        .unwrap();
    let delete = |arguments| tree.runtime().block_on(executor.call("delete", arguments));
    tree.file("a b", "one").file("dir/x", "12345").file("dir/y/z", "").link("link", "dir");
    assert_eq!(
        delete(json!({"path": "a b"})).to_text(),
        "deleted a b\n[it is in the trash as `a b`]"
    );
    tree.file("a b", "two");
    assert_eq!(
        delete(json!({"path": "a b"})).to_text(),
        "deleted a b\n[it is in the trash as `a b.2`]"
    );
    assert_eq!(fs::read(trash.join("files/a b")).unwrap(), b"one");
    assert_eq!(fs::read(trash.join("files/a b.2")).unwrap(), b"two");
    let note = fs::read_to_string(trash.join("info/a b.trashinfo")).unwrap();
    assert!(note.starts_with("[Trash Info]\nPath=/") && note.contains("/root/a%20b\n"), "{note}");
    let refused = delete(json!({"path": "dir"}));
    let text = refused.to_text();
    assert!(text.contains("not empty: 2 files in 2 directories, 5 bytes"), "{text}");
    assert!(text.contains("`recursive`") && tree.root.join("dir/x").exists(), "{text}");
    assert!(delete(json!({"path": "link"})).success);
    assert!(tree.root.join("dir/x").exists(), "only the link goes");
    assert!(delete(json!({"path": "dir", "recursive": true})).success);
    assert_eq!(fs::read(trash.join("files/dir/x")).unwrap(), b"12345");
    assert!(delete(json!({"path": "."})).to_text().contains("root itself"));
    assert_eq!(names(&tree, "."), [""; 0]);
}

#[test]
fn what_is_deleted_for_good_takes_nothing_with_it_through_links() {
    let tree = Tree::new();
    let theirs = tree.outside("theirs/x", "theirs");
    tree.file("dir/a", "").link("dir/out", theirs.parent().unwrap()).link("dir/file", &theirs);
    let arguments = json!({"path": "dir", "recursive": true, "permanent": true});
    let text = tree.text("delete", arguments);
    assert!(text.starts_with("deleted dir (3 files in 1 directory"), "{text}");
    assert!(!tree.root.join("dir").exists());
    assert_eq!(fs::read(&theirs).unwrap(), b"theirs");
}

#[test]
fn nothing_is_arranged_outside() {
    let tree = Tree::new();
    let theirs = tree.outside("theirs", "theirs");
    let outside = tree.base.path().to_owned();
    tree.file("a", "a").link("out", &outside);
    for (tool, arguments) in [
        ("mkdir", json!({"path": "out/new"})),
        ("mkdir", json!({"path": "../new"})),
        ("move", json!({"source": "a", "destination": "out/a"})),
        ("move", json!({"source": "out/theirs", "destination": "b"})),
        ("move", json!({"source": "../theirs", "destination": "b"})),
        ("copy", json!({"source": "out/theirs", "destination": "b"})),
        ("copy", json!({"source": "a", "destination": "../b"})),
        ("delete", json!({"path": "out/theirs", "permanent": true})),
        ("delete", json!({"path": theirs, "permanent": true})),
        ("set_executable", json!({"path": "out/theirs"})),
    ] {
        let error = tree.error(tool, arguments);
        assert!(error.contains("is outside the directories"), "{tool}: {error}");
    }
    assert_eq!(fs::read(&theirs).unwrap(), b"theirs");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 2);
}

#[test]
fn a_file_becomes_executable_for_its_readers() {
    let tree = Tree::new();
    tree.file("run.sh", "#!/bin/sh\n");
    let path = tree.root.join("run.sh");
    fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    tree.text("read", json!({"path": "run.sh"}));
    let text = tree.text("set_executable", json!({"path": "run.sh"}));
    assert_eq!(text, "changed run.sh\n[permissions 640 became 750]");
    assert_eq!(mode(), 0o750);
    assert!(tree.text("set_executable", json!({"path": "run.sh"})).contains("already"));
    tree.text("set_executable", json!({"path": "run.sh", "executable": false}));
    assert_eq!(mode(), 0o640);
    // It is still the file that was read.
    tree.text("write", json!({"path": "run.sh", "content": "#!/bin/bash\n"}));
    let error = tree.error("set_executable", json!({"path": "."}));
    assert!(error.contains("is a directory"), "{error}");
}

#[test]
fn a_write_scope_lets_nothing_be_written_beside_it() {
    let tree = Tree::new();
    let executor = Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
        .for_programs()
        .approver(approve_all())
        .root(&tree.root)
        .state(tool_std::WriteScope::new(["scratch"]))
        .build()
        .unwrap();
    let call = |tool: &str, arguments| {
        tree.runtime().block_on(executor.call(tool, arguments)).to_text().into_owned()
    };
    tree.file("scratch/in", "x").file("a", "x").link("scratch/out", "../a");
    for (tool, arguments) in [
        ("write", json!({"path": "new", "content": "x"})),
        ("write", json!({"path": "scratch/../new", "content": "x"})),
        ("edit", json!({"path": "a", "old": "x", "new": "y"})),
        ("edit", json!({"path": "scratch/out", "old": "x", "new": "y"})),
        ("move", json!({"source": "scratch/in", "destination": "b"})),
        ("move", json!({"source": "a", "destination": "scratch/b"})),
        ("copy", json!({"source": "a", "destination": "b"})),
        ("delete", json!({"path": "a"})),
        ("delete", json!({"path": "scratch", "recursive": true})),
        ("mkdir", json!({"path": "b"})),
        ("apply_patch", json!({"patch": "*** Begin Patch\n*** Add File: b\n+x\n*** End Patch"})),
    ] {
        let text = call(tool, arguments);
        assert!(text.contains("may be read but not written"), "{tool}: {text}");
    }
    assert!(call("read", json!({"path": "a"})).contains("1\tx"));
    assert!(call("write", json!({"path": "scratch/new", "content": "x"})).contains("created"));
    assert!(call("copy", json!({"source": "a", "destination": "scratch/a"})).contains("copied"));
    assert_eq!(fs::read(tree.root.join("a")).unwrap(), b"x");
}
