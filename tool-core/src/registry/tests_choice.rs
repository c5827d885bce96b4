use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::{
    AccessMode, Capability, EdgeKind, FnTool, Location, SchemaLevel, Stage, ToolMetadata,
    ToolOutput,
};

fn tool(name: &str, metadata: ToolMetadata) -> FnTool {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    FnTool::new(name, "Does a thing. And more.", schema, |_, _| async { Ok(ToolOutput::none()) })
        .metadata(metadata)
}

fn files(mode: AccessMode) -> ToolMetadata {
    ToolMetadata::new().namespace("fs").tags(["file"]).access_mode(mode)
}

fn registry() -> Registry {
    let registry = Registry::new();
    let read = files(AccessMode::Readonly).aliases(["view"]);
    registry.register(tool("read", read)).unwrap();
    registry.register(tool("write", files(AccessMode::Write))).unwrap();
    let web = ToolMetadata::new().namespace("web.http").access_mode(AccessMode::Network);
    registry.register(tool("fetch", web.tags(["net"]))).unwrap();
    let near = ToolMetadata::new().namespace("fsx").access_mode(AccessMode::Readonly);
    registry.register(tool("probe", near.tags(["net"]).deferred(true))).unwrap();
    let git = FactoryEntry::new("git", "vcs", ["repo"]).location(Location::Anywhere);
    let git = git.capabilities([Capability::Git]);
    registry
        .register_factory(git, |deps| {
            let writes = deps.resolved_names.contains("write");
            let description = if writes { "Commits." } else { "Looks." };
            let made = FnTool::new("git", description, json!({"type": "object"}), |_, _| async {
                Ok(ToolOutput::none())
            });
            Some(Arc::new(made))
        })
        .unwrap();
    let always = ToolMetadata::new().access_mode(AccessMode::Readonly).tags(["core"]);
    registry.register_always_on(tool("load_tools", always)).unwrap();
    registry
}

fn resolve(entries: &[&str]) -> Result<Vec<String>, AllowListError> {
    let list = AgentTools::new(entries.iter().copied());
    registry().resolve_allow_list(&list).map(|allowed| allowed.names().map(str::to_owned).collect())
}

#[test]
fn an_allow_list_is_what_its_entries_give_less_what_they_take() {
    let all = ["fetch", "git", "load_tools", "probe", "read", "write"];
    for (entries, wanted) in [
        (&["*"][..], &all[..]),
        (&[], &[]),
        (&["!*"], &[]),
        (&["!#write"], &[]),
        (&["fs.*"], &["read", "write"]),
        (&["web.*"], &["fetch"]),
        (&["web.http.*"], &["fetch"]),
        (&["none.such.*"], &[]),
        (&["#file"], &["read", "write"]),
        (&["#readonly", "!load_tools"], &["probe", "read"]),
        (&["#execute"], &[]),
        (&["view"], &["read"]),
        (&["fs.read"], &["read"]),
        (&["fs.view"], &["read"]),
        (&["git"], &["git"]),
        (&["vcs.*"], &["git"]),
        (&["#repo"], &["git"]),
        (&["load_tools"], &["load_tools"]),
        (&["!write", "fs.*"], &["read"]),
        (&["fs.*", "!write"], &["read"]),
        (&["#net&#readonly"], &["probe"]),
        (&["*", "!#net & #readonly", "!git", "!#core"], &["fetch", "read", "write"]),
        (&["#mixed"], &["git"]),
    ] {
        assert_eq!(resolve(entries).unwrap(), wanted, "{entries:?}");
    }
}

#[test]
fn every_fault_of_every_agent_is_named_with_a_suggestion() {
    let registry = registry();
    let good = AgentTools::new(["*"]);
    let typo = AgentTools::new(["raed", "#fiel", "nothing_like_it"]);
    let grammar = AgentTools::new(["", "fs*", "*.read", "#", "a & ", "fs.!read", "web.read"]);
    let error = registry
        .validate_allow_lists([("good", &good), ("typo", &typo), ("grammar", &grammar)])
        .unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("agent `typo`, entry `raed`: there is no tool `raed`; did you mean `read`?")
    );
    assert!(said.contains("no tool has the tag `#fiel`; did you mean `#file`?"), "{said}");
    assert!(!said.contains("agent `good`"));
    let of = |agent: &str| error.faults.iter().filter(|fault| fault.agent == agent).count();
    assert_eq!((of("typo"), of("grammar")), (3, 8), "{said}");
    assert_eq!(error.faults[2].suggestion, None);
}

#[test]
fn what_is_taken_away_is_so_under_every_key() {
    let registry = registry();
    let read = registry.get("read").unwrap();
    registry.register_as("peek", read).unwrap();
    let names = |entries: &[&str]| {
        let list = AgentTools::new(entries.iter().copied());
        let allowed = registry.resolve_allow_list(&list).unwrap();
        allowed.names().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names(&["#file", "!read"]), ["write"]);
    assert_eq!(names(&["read"]), ["read"]);
    assert_eq!(names(&["#file", "!peek"]), ["read", "write"]);
}

#[test]
fn deferred_tools_are_ordinary_ones_that_are_allowed() {
    let registry = registry();
    let check = |list: AgentTools| registry.resolve_allow_list(&list);
    let problem = |list: AgentTools| check(list).unwrap_err().faults[0].problem;
    let all = || AgentTools::new(["*"]);
    assert_eq!(problem(all().deferred(["raed"])), AllowProblem::DeferredUnknown);
    assert_eq!(problem(all().deferred(["git"])), AllowProblem::DeferredLate);
    assert_eq!(problem(all().deferred(["load_tools"])), AllowProblem::DeferredAlwaysOn);
    let other = AgentTools::new(["write"]).deferred(["read"]);
    assert_eq!(problem(other), AllowProblem::DeferredNotAllowed);
    let deferred =
        |list: AgentTools| check(list).unwrap().deferred().map(str::to_owned).collect::<Vec<_>>();
    // The attribute is the default, within what is allowed; an own list takes its place.
    assert_eq!(deferred(all()), ["probe"]);
    assert!(deferred(AgentTools::new(["read"])).is_empty());
    assert_eq!(deferred(all().deferred(["view"])), ["read"]);
    assert!(deferred(all().deferred([""; 0])).is_empty());
}

#[test]
fn edges_have_two_ends_and_a_direction() {
    let registry = registry();
    assert!(registry.add_edge("view", "write", EdgeKind::Precedes).unwrap());
    assert!(!registry.add_edge("read", "write", EdgeKind::Precedes).unwrap(), "twice");
    assert!(!registry.add_edge("write", "read", EdgeKind::Follows).unwrap(), "the other way round");
    assert!(registry.add_edge("read", "write", EdgeKind::Related).unwrap(), "another kind");
    assert!(registry.add_edge("git", "write", EdgeKind::Complements).unwrap(), "built late");
    let from: Vec<(String, EdgeKind)> =
        registry.edges_from("view").into_iter().map(|edge| (edge.target, edge.kind)).collect();
    assert_eq!(from.len(), 2);
    assert!(from.contains(&("write".to_owned(), EdgeKind::Precedes)));
    assert_eq!(registry.edges_to("write").len(), 3);
    assert_eq!(registry.edges_by_type(EdgeKind::Related).len(), 1);
    assert!(registry.edges_by_type(EdgeKind::Follows).is_empty());
    assert!(registry.edges_from("nobody").is_empty());
    let error = registry.add_edge("read", "wrte", EdgeKind::Related).unwrap_err();
    assert!(error.to_string().contains("did you mean `write`?"), "{error}");
    assert!(registry.add_edge("read", "view", EdgeKind::Related).is_err(), "to itself");
    assert!("folows".parse::<EdgeKind>().unwrap_err().to_string().contains("`follows`"));
    registry.remove("write");
    assert!(registry.edges().is_empty());
}

#[test]
fn edges_of_attributes_are_kept_where_both_ends_are_there() {
    let registry = registry();
    let says = ToolMetadata::new().follows(["read"]).alternatives(["write"]).precedes(["raed"]);
    registry.register(tool("edit", says)).unwrap();
    let edges = registry.edges_to("edit");
    assert_eq!((edges.len(), edges[0].source.as_str()), (1, "read"));
    assert_eq!(registry.edges_by_type(EdgeKind::Alternative)[0].target, "write");
    let faults = registry.edge_faults();
    assert_eq!(faults.len(), 1);
    assert_eq!(
        faults[0].to_string(),
        "`edit` precedes `raed`: there is no tool `raed`; did you mean `read`?"
    );
}

#[test]
fn late_tools_are_built_of_what_their_entry_says() {
    let registry = registry();
    assert_eq!(registry.get_entry("git").unwrap().kind, EntryKind::BuiltLate);
    assert_eq!(registry.get_entry("view").unwrap().kind, EntryKind::Ordinary);
    assert_eq!(registry.get_entry("load_tools").unwrap().kind, EntryKind::AlwaysOn);
    assert!(registry.get_entry("nobody").is_none());
    let metadata = registry.get_metadata();
    assert_eq!(metadata["git"], (Some("vcs".into()), vec!["repo".into(), "mixed".into()]));
    let allowed = registry.resolve_allow_list(&AgentTools::new(["git", "read"])).unwrap();
    let built = registry.build_registry(&allowed, &ToolDeps::new("s")).unwrap();
    let names: Vec<String> =
        built.list_tools(Show::All).iter().map(|t| t.name().to_owned()).collect();
    assert_eq!(names, ["git", "load_tools", "read"]);
    let git = built.get("git").unwrap();
    assert_eq!(git.description(), "Looks.");
    assert_eq!(git.metadata().location, Location::Anywhere);
    assert_eq!(git.metadata().capabilities, [Capability::Git]);
    assert_eq!(git.qualified_name(), "vcs.git");
    let deps = ToolDeps::new("s").resolved_names(["write".to_owned()]);
    assert_eq!(registry.build_tools(["git"], &deps).unwrap()[0].description(), "Commits.");
    let error = registry.build_tools(["read", "gti"], &deps).unwrap_err();
    assert!(error.to_string().contains("did you mean `git`?"), "{error}");
}

#[test]
fn a_factory_makes_what_its_entry_says_or_nothing() {
    let registry = Registry::new();
    let entry = |name: &str| FactoryEntry::new(name, "late", ["late"]);
    let none = registry.register_factory(FactoryEntry::new("x", " ", ["t"]), |_| None);
    assert!(matches!(none, Err(RegistryError::NoNamespace { .. })));
    let none = registry.register_factory(FactoryEntry::new("x", "n", [""; 0]), |_| None);
    assert!(matches!(none, Err(RegistryError::NoTags { .. })));
    let none = registry.register_factory(FactoryEntry::new("x", "n", ["readonly"]), |_| None);
    assert!(matches!(none, Err(RegistryError::ReservedTag { .. })));
    registry.register_factory(entry("absent"), |_| None).unwrap();
    let other = |_: &ToolDeps| -> Option<Arc<dyn crate::DynTool>> {
        Some(Arc::new(tool("something", ToolMetadata::new())))
    };
    registry.register_factory(entry("named"), other).unwrap();
    let wider = |_: &ToolDeps| -> Option<Arc<dyn crate::DynTool>> {
        Some(Arc::new(tool("wide", ToolMetadata::new().access_mode(AccessMode::Write))))
    };
    let narrow = entry("wide").access_mode(AccessMode::Readonly);
    registry.register_factory(narrow, wider).unwrap();
    let deps = ToolDeps::new("s");
    assert!(registry.build_tools(["absent"], &deps).unwrap().is_empty());
    let error = registry.build_tools(["named"], &deps).unwrap_err();
    assert!(matches!(error, BuildError::OtherName { .. }));
    let error = registry.build_tools(["wide"], &deps).unwrap_err();
    assert!(matches!(error, BuildError::OtherAccess { .. }));
    // Names are one space.
    assert!(registry.register(tool("absent", ToolMetadata::new())).is_err());
    assert!(registry.register_factory(entry("absent"), |_| None).is_err());
    registry.register(tool("here", ToolMetadata::new())).unwrap();
    assert!(registry.register_factory(entry("here"), |_| None).is_err());
}

#[test]
fn nobody_takes_the_name_of_a_tool_that_is_always_on() {
    let registry = registry();
    let other = || tool("load_tools", ToolMetadata::new());
    assert!(matches!(registry.register(other()), Err(RegistryError::Clashes(_))));
    assert!(matches!(registry.replace(other()), Err(RegistryError::AlwaysOn { .. })));
    let alias = ToolMetadata::new().aliases(["load_tools"]);
    assert!(registry.register(tool("other", alias)).is_err());
}

fn view(list: AgentTools) -> (Registry, ToolView) {
    let registry = registry();
    let allowed = registry.resolve_allow_list(&list).unwrap();
    let view = ToolView::new(&registry, allowed, SchemaLevel::Full);
    (registry, view)
}

fn text(view: &ToolView) -> String {
    format!("{:?}", view.listing())
}

#[test]
fn loading_puts_the_tool_in_the_place_of_its_stub() {
    let (_, view) = view(AgentTools::new(["fs.*", "web.*"]).deferred(["read", "fetch"]));
    let names = |view: &ToolView| -> Vec<Value> {
        view.listing().iter().map(|shown| shown["name"].clone()).collect()
    };
    let before = names(&view);
    assert_eq!(before, ["fetch", "load_tools", "read", "write"]);
    let stub = Arc::clone(&view.listing()[2]);
    assert_eq!(stub["parameters"], json!({"type": "object", "properties": {}}));
    assert_eq!(stub["description"], "Does a thing.");
    assert!(view.refusal("view").unwrap().contains(r#"`load_tools` with {"names":["read"]}"#));
    assert_eq!(view.refusal("write"), None);
    let done = view.load(["read", "view", "write"]).unwrap();
    assert_eq!((done.loaded, done.present), (vec!["read".to_owned()], vec!["write".to_owned()]));
    assert_eq!(names(&view), before, "the order stays");
    assert_eq!(view.listing()[2]["parameters"]["properties"]["path"]["type"], "string");
    assert_eq!(view.load(["read"]).unwrap().present, ["read"]);
    assert_eq!(view.refusal("read"), None);
    assert_eq!(view.waiting().len(), 1);
}

#[test]
fn loading_is_all_or_nothing_and_only_of_what_is_allowed() {
    let (_, view) = view(AgentTools::new(["fs.*"]).deferred(["read", "write"]));
    let before = text(&view);
    assert_eq!(view.load([""; 0]), Err(LoadError::Empty));
    let error = view.load(["read", "raed", "fetch"]).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("`raed` (did you mean `read`?)") && said.contains("`fetch`"), "{said}");
    assert_eq!(text(&view), before, "nothing was loaded");
    assert!(view.refusal("read").is_some());
}

#[test]
fn a_listing_is_the_same_bytes_until_the_next_turn() {
    let (registry, view) = view(AgentTools::new(["fs.*"]));
    assert!(!view.has_deferred());
    let before = text(&view);
    registry.disable_tool("read");
    assert_eq!(text(&view), before);
    view.begin_turn();
    assert_ne!(text(&view), before);
    assert!(!text(&view).contains("\"read\""));
}

#[test]
fn the_index_looks_up_and_counts() {
    let registry = Registry::new();
    let said = ToolMetadata::new().category("filesystem").keywords(["Search", "find"]);
    let said = said.stages([Stage::Reading]).task_types(["analysis"]).tags(["file"]);
    registry.register(tool("grep", said.access_mode(AccessMode::Readonly))).unwrap();
    let silent = ToolMetadata::new().access_mode(AccessMode::Write);
    registry.register(tool("make_report", silent)).unwrap();
    let index = registry.metadata_index();
    assert_eq!(index.get_tools_by_category("Filesystem"), ["grep"]);
    assert_eq!(index.get_by_keyword("search"), ["grep"]);
    assert_eq!(index.get_by_tag("readonly"), ["grep"]);
    assert_eq!(index.get_by_stage(Stage::Reading), ["grep"]);
    assert_eq!(index.get_by_task_type("analysis"), ["grep"]);
    assert_eq!(index.get_tools_matching_text("THING"), ["grep", "make_report"]);
    assert_eq!(index.get_tools_matching_text("report thing"), ["make_report"]);
    assert!(index.get_tools_matching_text(" ").is_empty());
    let made = index.get_metadata("make_report").unwrap();
    assert!(made.auto && !index.get_metadata("grep").unwrap().auto);
    assert_eq!(made.metadata.declared_access, Some(AccessMode::Write), "it is never made up");
    assert_eq!(made.metadata.keywords[..3], ["make", "report", "does"]);
    let statistics = serde_json::to_value(index.get_statistics()).unwrap();
    let keys: BTreeSet<&str> = statistics.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        BTreeSet::from([
            "total_tools",
            "tools_with_explicit_metadata",
            "tools_with_auto_metadata",
            "total_categories",
            "total_keywords",
            "categories",
        ])
    );
    assert_eq!(statistics["tools_with_auto_metadata"], 1);
    assert_eq!(statistics["categories"], json!(["filesystem", "make"]));
}

#[test]
fn the_index_is_made_anew_when_content_changes_not_count() {
    let make = |description: &str| {
        let registry = Registry::new();
        let tool = FnTool::new("a", description, json!({"type": "object"}), |_, _| async {
            Ok(ToolOutput::none())
        });
        registry.register(tool).unwrap();
        registry.list_tools(Show::All)
    };
    let mut index = MetadataIndex::new();
    assert!(index.refresh_from_tools(&make("One.")));
    assert!(!index.needs_reindex(&make("One.")) && !index.refresh_from_tools(&make("One.")));
    assert!(index.needs_reindex(&make("Two.")));
    assert!(index.refresh_from_tools(&make("Two.")));
    assert_eq!(index.get_tools_matching_text("two"), ["a"]);
    assert!(index.needs_reindex(&[]));
}
