//! Tools of several crates in one program.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use serde_json::json;
use tool_core::{Executor, Registry, RegistryError, SchemaLevel};

#[test]
fn clashes_of_names_and_aliases_name_both_places() {
    fixture_clash_one::link();
    fixture_clash_two::link();
    let error = Registry::collect().unwrap_err();
    let RegistryError::Clashes(clashes) = &error else { panic!("{error}") };
    let names: Vec<&str> = clashes.iter().map(|clash| clash.name.as_str()).collect();
    assert_eq!(names, ["clash_add", "clash_seek"]);
    let text = error.to_string();
    for part in [
        "the tool at tests/fixtures/fixture-clash-one/src/lib.rs:6 (fixture_clash_one)",
        "the tool at tests/fixtures/fixture-clash-two/src/lib.rs:6 (fixture_clash_two)",
        "an alias of `clash_find` at tests/fixtures/fixture-clash-one/src/lib.rs:12",
        "Registry::collect_from",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // Either crate alone is no clash.
    for one in ["fixture-clash-one", "fixture_clash_two"] {
        assert_eq!(Registry::collect_from([one]).unwrap().len(), 2);
    }
}

#[test]
fn a_crate_without_tools_is_named_with_those_that_have_some() {
    fixture_clash_one::link();
    fixture_renamed::link();
    let error = Registry::collect_from(["no-such-crate"]).unwrap_err().to_string();
    assert!(error.contains("no_such_crate::link()"), "{error}");
    assert!(error.contains("fixture_clash_one, ") && error.contains("fixture_renamed"), "{error}");
}

#[tokio::test]
async fn a_crate_that_renames_its_one_dependency_runs_its_tools() {
    fixture_renamed::link();
    let registry = Registry::collect_from(["fixture-renamed"]).unwrap();
    let schema = registry.get("greet").unwrap().schema(SchemaLevel::Full).clone();
    assert_eq!(schema["properties"]["tone"]["default"], "warm");
    let executor = Executor::builder(registry).for_programs().build().unwrap();
    assert_eq!(executor.call("greet", json!({"name": "Ada"})).await.to_text(), "Hi Ada!");
    let refused = executor.call("greet", r#"{"name": "Ada", "tone": "stiff"}"#).await;
    assert_eq!(refused.to_text(), "ERROR: not today");
}
