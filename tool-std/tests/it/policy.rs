//! Files that the user's rules forbid are closed to every tool, whatever way leads to them.

use serde_json::{Value, json};
use tool_core::exec::{Policy, PolicyEffect, PolicyRule, approve_all};
use tool_core::{Executor, Registry, Status, ToolResult};

use super::common::Tree;

const SECRET: &str = "TOKEN=hunter2\n";

fn executor(tree: &Tree) -> Executor {
    let rule = PolicyRule::parse(PolicyEffect::Deny, "*(path: **/.env*)").unwrap();
    Executor::builder(Registry::collect_from(["tool_std"]).unwrap())
        .for_programs()
        .root(&tree.root)
        .state(tool_std::TrashDir::new(tree.trash.path()))
        .approver(approve_all())
        .policy(Policy::new().rule(rule))
        .build()
        .unwrap()
}

fn tree() -> Tree {
    let tree = Tree::new();
    tree.file(".env", SECRET).file("a/.env.local", SECRET).file("a/code.rs", "let TOKEN = 1;\n");
    tree
}

#[test]
fn a13_a_forbidden_file_is_closed_by_every_door() {
    let tree = tree();
    tree.link("a/link", "../.env");
    let executor = executor(&tree);
    let call = |tool: &str, arguments: Value| -> ToolResult {
        tree.runtime().block_on(executor.call(tool, arguments))
    };
    let patch = "--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-TOKEN=hunter2\n+TOKEN=x\n";
    for (tool, arguments) in [
        ("read", json!({"path": ".env"})),
        ("read", json!({"path": "a/../.env"})),
        ("read", json!({"path": "a/link"})),
        ("read_many", json!({"paths": ["a/code.rs", ".env"]})),
        ("grep", json!({"pattern": "TOKEN", "path": ".env"})),
        ("diff", json!({"old": ".env", "new": "a/code.rs"})),
        ("copy", json!({"source": ".env", "destination": "b"})),
        ("move", json!({"source": ".env", "destination": "b"})),
        ("write", json!({"path": "a/.env.new", "content": ""})),
        ("edit", json!({"path": ".env", "edits": [{"old": "hunter2", "new": "x"}]})),
        ("delete", json!({"path": ".env"})),
        ("apply_patch", json!({"patch": patch})),
    ] {
        let result = call(tool, arguments.clone());
        assert!(!result.success, "{tool} {arguments}: {}", result.to_text());
        assert!(!result.to_text().contains("hunter2"), "{tool} {arguments}: {}", result.to_text());
        if result.status != Status::InvalidArguments {
            assert_eq!(result.status, Status::Denied, "{tool} {arguments}: {}", result.to_text());
        }
    }
    assert_eq!(std::fs::read_to_string(tree.root.join(".env")).unwrap(), SECRET);
}

#[test]
fn a13_a_search_over_the_tree_leaves_it_out_and_says_so() {
    let tree = tree();
    let executor = executor(&tree);
    let call = |tool: &str, arguments: Value| {
        tree.runtime().block_on(executor.call(tool, arguments)).to_text().into_owned()
    };
    let found = call("grep", json!({"pattern": "TOKEN", "hidden": true}));
    assert!(found.contains("a/code.rs") && !found.contains("hunter2"), "{found}");
    assert!(found.contains("2 entries forbidden by the user's policy"), "{found}");
    let named = call("find_files", json!({"pattern": "**/*", "hidden": true}));
    assert!(!named.contains(".env"), "{named}");
}

#[test]
fn a14_a_glob_that_names_it_opens_nothing() {
    let tree = tree();
    let executor = executor(&tree);
    let arguments = json!({"pattern": "TOKEN", "globs": ["{.env.local,zzz.ts}"], "hidden": true});
    let found = tree.runtime().block_on(executor.call("grep", arguments));
    assert!(found.status != Status::InvalidArguments, "{}", found.to_text());
    assert!(!found.to_text().contains("hunter2"), "{}", found.to_text());
}
