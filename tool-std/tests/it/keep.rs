//! `notes`, `todo` and `memory`: kept between sessions, found again, whole after a kill.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tool_core::exec::approve_all;
use tool_core::{Executor, Registry};

const STORE: &str = "TOOL_STD_STORE";

/// One session, in one project, with this store.
fn session(store: &Path, project: &Path) -> Executor {
    tool_std::link();
    Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
        .for_programs()
        .approver(approve_all())
        .root(project)
        .state(tool_std::StoreFile::new(store))
        .build()
        .unwrap()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

fn text(executor: &Executor, tool: &str, arguments: Value) -> String {
    let result = runtime().block_on(executor.call(tool, arguments));
    assert!(result.success, "{}", result.to_text());
    result.to_text().into_owned()
}

#[test]
fn notes_are_kept_by_project_and_found_by_words() {
    let base = tempfile::tempdir().unwrap();
    let (one, two) = (base.path().join("one"), base.path().join("two"));
    std::fs::create_dir(&one).unwrap();
    std::fs::create_dir(&two).unwrap();
    let store = base.path().join("data/kept.sqlite");
    let first = session(&store, &one);
    let added = text(
        &first,
        "notes",
        json!({"action": "add", "kind": "decision", "text": "Wir nehmen Tabs, GRÖSSE 4"}),
    );
    assert_eq!(added, "added:\n#1 decision: Wir nehmen Tabs, GRÖSSE 4");
    text(&first, "notes", json!({"action": "add", "text": "other"}));
    let again = session(&store, &one);
    let found = text(&again, "notes", json!({"action": "list", "query": "grösse tabs"}));
    assert_eq!(found, "#1 decision: Wir nehmen Tabs, GRÖSSE 4");
    let limited = text(&again, "notes", json!({"action": "list", "limit": 1}));
    assert_eq!(limited, "#2 note: other\n[1 of 2 notes]");
    assert_eq!(text(&again, "notes", json!({"action": "list", "kind": "issue"})), "[0 notes]");
    let elsewhere = session(&store, &two);
    assert_eq!(text(&elsewhere, "notes", json!({"action": "list"})), "[0 notes]");
    let refused = runtime().block_on(elsewhere.call("notes", json!({"action": "delete", "id": 1})));
    assert!(refused.to_text().contains("there is no #1"), "{}", refused.to_text());
    text(&again, "notes", json!({"action": "delete", "id": 1}));
    assert_eq!(text(&again, "notes", json!({"action": "list", "query": "tabs"})), "[0 notes]");
    let mode = std::fs::metadata(&store).unwrap();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode.permissions()) & 0o077, 0);
}

#[test]
fn tasks_are_marked_and_facts_replaced() {
    let base = tempfile::tempdir().unwrap();
    let one = session(&base.path().join("s"), base.path());
    text(&one, "todo", json!({"action": "add", "text": "first"}));
    text(&one, "todo", json!({"action": "add", "text": "second"}));
    assert_eq!(text(&one, "todo", json!({"action": "done", "id": 1})), "done:\n#1 [x] first");
    assert_eq!(text(&one, "todo", json!({"action": "list"})), "#2 [ ] second");
    text(&one, "todo", json!({"action": "reopen", "id": 1}));
    assert_eq!(text(&one, "todo", json!({"action": "list", "query": "first"})), "#1 [ ] first");
    text(&one, "memory", json!({"action": "set", "key": "indent", "text": "tabs"}));
    let replaced =
        text(&one, "memory", json!({"action": "set", "key": "indent", "text": "spaces"}));
    assert_eq!(replaced, "replaced:\n#4 indent: spaces");
    assert_eq!(
        text(&one, "memory", json!({"action": "get", "key": "indent"})),
        "#4 indent: spaces"
    );
    let other = tempfile::tempdir().unwrap();
    let two = session(&base.path().join("s"), other.path());
    assert_eq!(text(&two, "memory", json!({"action": "list"})), "#4 indent: spaces");
    for (tool, arguments, why) in [
        ("todo", json!({"action": "add"}), "needs `text`"),
        ("todo", json!({"action": "done"}), "needs `id`"),
        ("memory", json!({"action": "set", "text": "x"}), "needs `key`"),
        ("notes", json!({"action": "add", "text": "  "}), "no `text` to keep"),
    ] {
        let result = runtime().block_on(one.call(tool, arguments));
        assert!(!result.success && result.to_text().contains(why), "{}", result.to_text());
    }
}

#[test]
fn reading_asks_nobody() {
    let base = tempfile::tempdir().unwrap();
    let silent = Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
        .for_programs()
        .root(base.path())
        .state(tool_std::StoreFile::new(base.path().join("s")))
        .build()
        .unwrap();
    let list = runtime().block_on(silent.call("todo", json!({"action": "list"})));
    assert!(list.success, "{}", list.to_text());
    let add = runtime().block_on(silent.call("todo", json!({"action": "add", "text": "x"})));
    assert_eq!(add.status.as_str(), "denied", "{}", add.to_text());
}

/// The process that is killed. It runs only when the test below starts it.
#[test]
#[ignore = "it is a part of another test, and runs until it is killed"]
fn victim() {
    let Ok(folder) = std::env::var(STORE) else { return };
    let folder = Path::new(&folder);
    let executor = session(&folder.join("s"), folder);
    for round in 0.. {
        text(&executor, "todo", json!({"action": "add", "text": format!("killed {round}")}));
    }
}

#[test]
fn c10_parallel_adds_are_all_kept_and_a_kill_harms_nothing() {
    let base = tempfile::tempdir().unwrap();
    let store = base.path().join("s");
    let (one, two) = (session(&store, base.path()), session(&store, base.path()));
    runtime().block_on(async {
        let calls: Vec<_> = (0..50)
            .map(|number| {
                let executor = if number % 2 == 0 { one.clone() } else { two.clone() };
                let add = json!({"action": "add", "text": format!("task {number}")});
                tokio::spawn(async move { executor.call("todo", add).await })
            })
            .collect();
        for call in calls {
            let result = call.await.unwrap();
            assert!(result.success, "{}", result.to_text());
        }
    });
    let count = |query: &str| {
        let list = json!({"action": "list", "query": query, "limit": 1000});
        let result = runtime().block_on(one.call("todo", list));
        result.output.value().unwrap()["total"].as_u64().unwrap()
    };
    assert_eq!(count("task"), 50);
    let mut killed = 0;
    for round in 0..6 {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "it::keep::victim", "--ignored"])
            .env(STORE, base.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(120 + 37 * round));
        victim.kill().unwrap();
        victim.wait().unwrap();
        let now = count("killed");
        assert!(now >= killed, "what was kept is lost");
        killed = now;
        assert_eq!(count("task"), 50);
    }
    assert!(killed > 0, "nothing was added before the kill");
}
