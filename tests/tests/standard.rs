//! The tools that ship, as a host sees them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use serde_json::json;
use tool_core::{Executor, Registry, Show, Tool};

fn registry() -> Registry {
    tool_std::link();
    Registry::collect_from(["tool-std"]).unwrap()
}

#[test]
fn the_standard_tools_are_listed() {
    let tools = registry().list_tools(Show::Enabled);
    let names: Vec<&str> = tools.iter().map(Tool::name).collect();
    for name in ["code_metrics", "edit", "find_files", "grep", "list_dir", "read", "stat", "write"]
    {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    assert!(names.is_sorted());
}

#[test]
fn every_standard_tool_declares_what_it_does() {
    for tool in registry().list_tools(Show::All) {
        let metadata = tool.metadata();
        assert!(metadata.declared_access.is_some(), "{} declares no access mode", tool.name());
        assert!(metadata.category.is_some(), "{} has no category", tool.name());
        let schema = tool.schema(Default::default());
        for (name, parameter) in schema["properties"].as_object().unwrap() {
            assert!(parameter["description"].is_string(), "{}: {name}", tool.name());
        }
    }
}

#[test]
fn nothing_is_found_wrong_with_the_standard_tools() {
    let findings = tool_core::testing::lint(&registry());
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[tokio::test]
async fn a_path_outside_the_roots_is_refused_without_a_path_of_the_host() {
    let folder = tempfile::tempdir().unwrap();
    let executor =
        Executor::builder(registry()).for_programs().root(folder.path()).build().unwrap();
    for name in ["read", "list_dir", "stat"] {
        let result = executor.call(name, json!({"path": "../../etc/passwd"})).await;
        assert!(!result.success, "{name}");
        let text = result.to_text().into_owned();
        assert!(!text.contains(&*folder.path().to_string_lossy()), "{name}: {text}");
    }
}
