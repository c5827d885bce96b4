use serde_json::json;

use super::*;
use crate::{AccessMode, CostTier, FnTool, Gate, Origin, ToolMetadata, ToolOutput};

fn tool(name: &str, metadata: ToolMetadata) -> FnTool {
    FnTool::new(name, "Does nothing. Nothing at all.", json!({"type": "object"}), |_, _| async {
        Ok(ToolOutput::none())
    })
    .metadata(metadata)
}

fn registry(names: &[&str]) -> Registry {
    let registry = Registry::new();
    for name in names {
        registry.register(tool(name, ToolMetadata::new())).unwrap();
    }
    registry
}

fn names(tools: &[Tool]) -> Vec<&str> {
    tools.iter().map(Tool::name).collect()
}

#[test]
fn listings_are_in_order_of_name() {
    let registry = registry(&["zeta", "alpha", "mid", "Beta"]);
    assert_eq!(names(&registry.list_tools(Show::All)), ["Beta", "alpha", "mid", "zeta"]);
    assert_eq!((registry.len(), registry.is_empty()), (4, false));
}

#[test]
fn a_second_tool_of_a_name_is_refused_with_both_places() {
    let registry = Registry::new();
    let at = |line| Origin { krate: "one".into(), file: "src/a.rs".into(), line };
    registry.register(tool("dup", ToolMetadata::new()).origin(at(3))).unwrap();
    let error = registry.register(tool("dup", ToolMetadata::new()).origin(at(9))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "two tools answer to `dup`: the tool at src/a.rs:3 (one) and the tool at src/a.rs:9 (one); \
         rename one, or take its crate out of `Registry::collect_from`"
    );
    assert_eq!(registry.len(), 1);
}

#[test]
fn aliases_share_the_space_of_names() {
    let registry = registry(&["search"]);
    let clash = registry.register(tool("find", ToolMetadata::new().aliases(["search"])));
    assert!(matches!(clash, Err(RegistryError::Clashes(_))));
    registry.register(tool("find", ToolMetadata::new().aliases(["locate", "seek"]))).unwrap();
    assert!(registry.register(tool("seek", ToolMetadata::new())).is_err());
    assert_eq!(registry.get("locate").unwrap().name(), "find");
    assert!(registry.disable_tool("seek"));
    assert!(!registry.is_tool_enabled("find") && !registry.is_tool_enabled("locate"));
}

#[test]
fn every_clash_of_a_set_is_named() {
    let tools: Vec<Tool> =
        ["a", "b", "a", "b"].iter().map(|n| tool(n, ToolMetadata::new()).into()).collect();
    let Err(RegistryError::Clashes(clashes)) = Snapshot::of(tools).map(|_| ()) else {
        panic!("clashes were not found")
    };
    let names: Vec<&str> = clashes.iter().map(|clash| clash.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn bad_names_tags_gates_and_schemas_are_refused() {
    let registry = Registry::new();
    assert!(matches!(
        registry.register(tool("bad name", ToolMetadata::new())),
        Err(RegistryError::BadName { .. })
    ));
    assert!(matches!(
        registry.register(tool("a", ToolMetadata::new().aliases(["b-c"]))),
        Err(RegistryError::BadName { .. })
    ));
    assert!(matches!(
        registry.register(tool("a", ToolMetadata::new().tags(["readonly"]))),
        Err(RegistryError::ReservedTag { .. })
    ));
    assert!(matches!(
        registry.register(tool("a", ToolMetadata::new().gate(Gate::None))),
        Err(RegistryError::Metadata { .. })
    ));
    let list =
        FnTool::new("a", "A.", json!({"type": "array"}), |_, _| async { Ok(ToolOutput::none()) });
    assert!(matches!(registry.register(list), Err(RegistryError::Schema { .. })));
    assert!(registry.is_empty());
}

#[test]
fn states_are_switched_all_or_not_at_all() {
    let registry = registry(&["git", "read"]);
    let error = registry.set_tool_states([("git", false), ("raed", false)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no such tool: `raed` (did you mean `read`?); nothing was changed"
    );
    assert!(registry.is_tool_enabled("git"));
    registry.set_tool_states([("git", false), ("read", true)]).unwrap();
    let states: Vec<(String, bool)> = registry.get_tool_states().into_iter().collect();
    assert_eq!(states, [("git".to_owned(), false), ("read".to_owned(), true)]);
    assert!(registry.enable_tool("git") && !registry.enable_tool("nothing"));
    assert!(!registry.disable_tool("nothing") && !registry.is_tool_enabled("nothing"));
}

#[test]
fn a_tool_may_be_registered_switched_off() {
    let registry = registry(&["on"]);
    registry.register_disabled(tool("off", ToolMetadata::new())).unwrap();
    assert_eq!(names(&registry.list_tools(Show::Enabled)), ["on"]);
    assert_eq!(names(&registry.list_tools(Show::All)), ["off", "on"]);
}

#[test]
fn register_as_shows_and_answers_to_the_key() {
    let registry = Registry::new();
    registry.register_as("custom", tool("origin", ToolMetadata::new().aliases(["other"]))).unwrap();
    let definition = registry.get("custom").unwrap().definition(crate::SchemaLevel::Full);
    assert_eq!(definition["name"], "custom");
    assert!(registry.get("origin").is_none() && registry.get("other").is_none());
}

#[test]
fn replace_is_the_only_way_to_overwrite() {
    let registry = registry(&["a"]);
    let old = registry.replace(tool("a", ToolMetadata::new().category("new"))).unwrap();
    assert!(old.is_some_and(|old| old.metadata().category.is_none()));
    assert_eq!(registry.get("a").unwrap().metadata().category.as_deref(), Some("new"));
    assert!(registry.replace(tool("b", ToolMetadata::new())).unwrap().is_none());
    assert!(registry.replace(tool("c", ToolMetadata::new().aliases(["a"]))).is_err());
    assert_eq!(registry.remove("a").unwrap().name(), "a");
    assert_eq!(names(&registry.list_tools(Show::All)), ["b"]);
    assert!(registry.remove("a").is_none());
}

#[test]
fn cost_filter_and_summary() {
    let registry = Registry::new();
    for (name, tier) in
        [("c", CostTier::Free), ("b", CostTier::Low), ("a", CostTier::High), ("d", CostTier::Free)]
    {
        registry.register(tool(name, ToolMetadata::new().cost_tier(tier))).unwrap();
    }
    registry.disable_tool("d");
    assert_eq!(names(&registry.get_tools_by_cost(CostTier::Low, Show::Enabled)), ["b", "c"]);
    assert_eq!(names(&registry.get_tools_by_cost(CostTier::Free, Show::All)), ["c", "d"]);
    let summary = registry.get_cost_summary(Show::Enabled);
    assert_eq!(
        serde_json::to_string(&summary).unwrap(),
        r#"{"free":["c"],"low":["b"],"medium":[],"high":["a"]}"#
    );
    assert_eq!(summary.get(CostTier::High), ["a"]);
}

#[test]
fn a_second_listing_shares_the_first() {
    let registry = registry(&["a", "b"]);
    let list = || registry.get_tool_schemas(Show::Enabled, crate::SchemaLevel::Compact);
    let (first, second) = (list(), list());
    assert_eq!(first.len(), 2);
    assert!(first.iter().zip(&second).all(|(a, b)| Arc::ptr_eq(a, b)));
    assert_eq!(first[0]["description"], "Does nothing.");
}

#[test]
fn unavailable_tools_are_named_and_left_out() {
    let registry = registry(&["a"]);
    let closed = tool("slack", ToolMetadata::new().access_mode(AccessMode::Network))
        .availability(|| Err("SLACK_API_TOKEN is not set".to_owned()));
    registry.register(closed).unwrap();
    let shown = registry.get_tool_schemas(Show::Enabled, crate::SchemaLevel::Full);
    assert_eq!(shown.len(), 1);
    assert_eq!(registry.get_tool_schemas(Show::All, crate::SchemaLevel::Full).len(), 2);
    let unavailable = registry.unavailable_tools();
    assert_eq!(unavailable[0].0.name(), "slack");
    assert_eq!(unavailable[0].1, "SLACK_API_TOKEN is not set");
}

#[test]
fn suggestions_are_near_names_and_never_the_catalogue() {
    let registry = registry(&["find_files", "find_text", "read", "write", "stat"]);
    assert_eq!(registry.suggest("find_file"), ["find_files"]);
    assert!(registry.suggest("zzzzzzzz").is_empty());
    registry.register(tool("shell", ToolMetadata::new().aliases(["execute_bash"]))).unwrap();
    assert_eq!(registry.suggest("execute_bsh"), ["execute_bash"]);
}

#[test]
fn collecting_nothing_says_how_to_link() {
    // This test binary links no tools.
    let error = Registry::collect().unwrap_err();
    assert_eq!(error, RegistryError::NoTools);
    assert!(error.to_string().contains("link()"));
    let error = Registry::collect_from(["tool-std"]).unwrap_err();
    assert!(error.to_string().contains("tool_std::link()"), "{error}");
}

#[test]
fn one_registry_is_shared_by_its_clones() {
    let registry = registry(&["a"]);
    let other = registry.clone();
    other.register(tool("b", ToolMetadata::new())).unwrap();
    assert!(other.disable_tool("a"));
    assert_eq!(registry.len(), 2);
    assert!(!registry.is_tool_enabled("a"));
}
