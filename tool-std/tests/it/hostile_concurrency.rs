//! The hostile cases of the area `concurrency` that concern files: each test begins with the id
//! of its case.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::common::Tree;

#[test]
fn c01_two_successes_are_two_effects() {
    let tree = Tree::new();
    let lines: String = (0..40).map(|line| format!("line {line};\n")).collect();
    tree.file("a", &lines);
    let results = tree.runtime().block_on(async {
        let calls = (0..40).map(|line| {
            let executor = tree.executor().clone();
            let arguments = json!({
                "path": "a", "old": format!("line {line};"), "new": format!("done {line};")
            });
            tokio::spawn(async move { executor.call("edit", arguments).await })
        });
        let calls: Vec<_> = calls.collect();
        let mut results = Vec::new();
        for call in calls {
            results.push(call.await.unwrap());
        }
        results
    });
    let text = fs::read_to_string(tree.root.join("a")).unwrap();
    for (line, result) in results.iter().enumerate() {
        assert!(result.success, "{}", result.to_text());
        assert!(text.contains(&format!("done {line};")), "edit {line} is lost:\n{text}");
    }
}

#[test]
fn c02_every_spelling_of_a_path_is_one_file() {
    let tree = Tree::new();
    let lines: String = (0..40).map(|line| format!("line {line};\n")).collect();
    fs::create_dir(tree.root.join("sub")).unwrap();
    tree.file("a", &lines).link("sub/link", "../a").link("here", ".");
    let absolute = tree.root.join("a").to_str().unwrap().to_owned();
    let spellings = ["./a", "sub/../a", &absolute, "sub/link", "here/here/a"];
    let results = tree.runtime().block_on(async {
        let calls: Vec<_> = (0..40)
            .map(|line| {
                let executor = tree.executor().clone();
                let arguments = json!({
                    "path": spellings[line % spellings.len()],
                    "old": format!("line {line};"), "new": format!("done {line};")
                });
                tokio::spawn(async move { executor.call("edit", arguments).await })
            })
            .collect();
        let mut results = Vec::new();
        for call in calls {
            results.push(call.await.unwrap());
        }
        results
    });
    assert!(results.iter().all(|result| result.success), "{:?}", results[0].to_text());
    let text = fs::read_to_string(tree.root.join("a")).unwrap();
    assert_eq!(text.matches("done").count(), 40, "{text}");
}

#[test]
fn c04_a_change_from_outside_is_never_overwritten() {
    // Another program appends lines while edits run. What it appended must all be there, unless
    // the edit that ran at that moment says that it failed.
    let tree = Tree::new();
    tree.file("a", "count 0\n");
    let path = tree.root.join("a");
    let stop = AtomicBool::new(false);
    let replaced = std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            // In one step, as `sed -i` does it.
            let mut replaced = 0;
            while !stop.load(Ordering::Relaxed) {
                let text = fs::read_to_string(&path).unwrap();
                fs::write(tree.root.join("other"), format!("{text}x\n")).unwrap();
                fs::rename(tree.root.join("other"), &path).unwrap();
                replaced += 1;
                std::thread::yield_now();
            }
            replaced
        });
        let mut failed = 0;
        for round in 0..300 {
            let (old, new) = (format!("count {round}\n"), format!("count {}\n", round + 1));
            let result = tree.call("edit", json!({"path": "a", "old": old, "new": new}));
            failed += u32::from(!result.success);
            if !result.success {
                let text = result.to_text().into_owned();
                let known = ["changed by someone else", "since it was read", "is not in"];
                assert!(known.iter().any(|known| text.contains(known)), "{text}");
                tree.call("read", json!({"path": "a"}));
            }
        }
        stop.store(true, Ordering::Relaxed);
        let replaced = other.join().unwrap();
        assert!(failed > 0, "the other program never came between");
        replaced
    });
    assert!(replaced > 0);
    assert!(fs::read_to_string(&path).unwrap().starts_with("count "));
}

#[test]
fn c06_a_panic_leaves_no_lock_behind() {
    // A tool that panics beside them; file tools go on, on the same file.
    let tree = Tree::new();
    tree.file("a", "0\n");
    for round in 0..10 {
        let panicked = std::panic::catch_unwind(|| panic!("a tool of someone else"));
        assert!(panicked.is_err());
        let (old, new) = (format!("{round}\n"), format!("{}\n", round + 1));
        tree.text("edit", json!({"path": "a", "old": old, "new": new}));
    }
    assert_eq!(fs::read(tree.root.join("a")).unwrap(), b"10\n");
}

#[test]
fn c08_a_write_that_is_withdrawn_changes_nothing() {
    let tree = Tree::new();
    tree.file("a", "old\n");
    tree.text("read", json!({"path": "a"}));
    let big = "new line\n".repeat(12_000_000);
    for wait in [0, 1, 5, 20, 60] {
        let content = big.clone();
        tree.runtime().block_on(async {
            let call = tree.executor().call("write", json!({"path": "a", "content": content}));
            let limit = std::time::Duration::from_millis(wait);
            let _ = tokio::time::timeout(limit, call).await;
        });
        let size = fs::metadata(tree.root.join("a")).unwrap().len();
        assert!(size == 4 || size == big.len() as u64, "{size} bytes after {wait} ms");
    }
    // The place is free again, and nothing lies beside the file.
    tree.text("read", json!({"path": "a", "limit": 1}));
    tree.text("write", json!({"path": "b", "content": "x"}));
    let mut names: Vec<_> =
        fs::read_dir(&tree.root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn c11_p17_a_long_search_keeps_no_short_call_waiting() {
    let tree = Tree::new();
    let filler = "some line that does not match\n".repeat(300_000);
    for number in 0..12 {
        tree.file(&format!("big{number}"), &filler);
    }
    tree.file("small", "x");
    tree.runtime().block_on(async {
        let executor = tree.executor().clone();
        let order = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let searches: Vec<_> = (0..4)
            .map(|_| {
                let (executor, order) = (executor.clone(), order.clone());
                tokio::spawn(async move {
                    executor.call("grep", json!({"pattern": "(a|b|c)+never\\d+"})).await;
                    order.lock().unwrap().push("search");
                })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(executor.call("read", json!({"path": "small"})).await.success);
        order.lock().unwrap().push("read");
        for search in searches {
            search.await.unwrap();
        }
        assert_ne!(order.lock().unwrap().last(), Some(&"read"), "the read waited for all searches");
    });
}
