//! A process that is killed in the middle of a change leaves the old file or the new one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;
use tool_core::exec::approve_all;
use tool_core::{Executor, Registry};

use super::common::Tree;

const FOLDER: &str = "TOOL_STD_KILL_FOLDER";
const LINES: usize = 2_000;

/// A file that tells whether it is whole: one number, again and again.
fn content(number: u64) -> String {
    format!("{number:06}\n").repeat(LINES)
}

/// The process that is killed. It runs only when the test below starts it.
#[test]
#[ignore = "it is a part of another test, and runs until it is killed"]
fn victim() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    tool_std::link();
    let executor = Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
        .for_programs()
        .approver(approve_all())
        .root(&folder)
        .build()
        .unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for round in 0_u64.. {
            // A new file each time, one that is replaced, and one that a patch makes.
            let name = format!("new{}", round % 3);
            let _ = fs::remove_file(Path::new(&folder).join(&name));
            let made = json!({"path": name, "content": content(round)});
            executor.call("write", made).await;
            let again = json!({"path": name, "content": content(round + 1)});
            executor.call("write", again).await;
            let old = fs::read_to_string(Path::new(&folder).join("e")).unwrap();
            let number: u64 = old[..6].parse().unwrap();
            let (from, to) = (format!("{number:06}"), format!("{:06}", number + 1));
            let edit = json!({"path": "e", "old": from, "new": to, "replace_all": true});
            let result = executor.call("edit", edit).await;
            assert!(result.success, "{}", result.to_text());
            // A patch of all its lines, and of a second file with it.
            let text = |number: u64, tag: char| {
                content(number).lines().map(|line| format!("{tag}{line}\n")).collect::<String>()
            };
            let patch = format!(
                "*** Begin Patch\n*** Update File: e\n{}{}*** End Patch\n",
                text(number + 1, '-'),
                text(number + 2, '+')
            );
            let result = executor.call("apply_patch", json!({"patch": patch})).await;
            assert!(result.success, "{}", result.to_text());
        }
    });
}

fn check(folder: &Path, round: u32) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with('.') {
            continue;
        }
        let text = fs::read_to_string(entry.path()).unwrap();
        let number: u64 = text[..6].parse().unwrap();
        assert!(text == content(number), "round {round}: {name} is torn: {} bytes", text.len());
        assert!(name == "e" || name.starts_with("new"), "round {round}: {name} was left behind");
    }
}

#[test]
fn a_kill_at_any_moment_leaves_old_or_new() {
    let tree = Tree::new();
    tree.file("e", content(0));
    for round in 0..25 {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "it::kill::victim", "--ignored"])
            .env(FOLDER, &tree.root)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(40) + Duration::from_micros(7_310) * round);
        victim.kill().unwrap();
        victim.wait().unwrap();
        check(&tree.root, round);
    }
    let started = fs::read_to_string(tree.root.join("e")).unwrap();
    assert!(!started.starts_with("000000"), "no edit was ever made before the kill");
    // The next change of a process that lives sweeps what was left.
    fs::write(tree.root.join(".tool-std-new-999999999-0-0"), "left").unwrap();
    tree.text("write", json!({"path": "last", "content": content(1)}));
    let hidden = fs::read_dir(&tree.root)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_str().unwrap().starts_with('.'));
    assert_eq!(hidden.count(), 0);
}
