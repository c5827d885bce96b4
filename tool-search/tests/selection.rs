//! Which tools are shown, and why.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use serde_json::{Value, json};
use tool_core::{
    AccessMode, AgentTools, CostTier, Executor, FnTool, Mode, Priority, Registry, SchemaLevel,
    Stage, ToolMetadata, ToolOutput, ToolView,
};
use tool_search::{Request, Rule, Selection, Selector, loading_tools};

fn tool(name: &str, description: &str, metadata: ToolMetadata) -> FnTool {
    let schema = json!({"type": "object", "properties": {
        "target": {"type": "string", "description": "What it is done to. Any text that names it."},
        "depth": {"type": "integer", "description": "How deep to go. One is the first level only."},
    }, "required": ["target"]});
    FnTool::new(name.to_owned(), description.to_owned(), schema, |_, _| async {
        Ok(ToolOutput::none())
    })
    .metadata(metadata)
}

fn reads() -> ToolMetadata {
    ToolMetadata::new().access_mode(AccessMode::Readonly)
}

fn registry(tools: impl IntoIterator<Item = FnTool>) -> Registry {
    Registry::of_tools(tools).unwrap()
}

fn small() -> Registry {
    registry([
        tool("ask", "Asks the person.", reads().priority(Priority::Critical)),
        tool("find_files", "Finds files by name.", reads().stages([Stage::Reading])),
        tool("find_text", "Finds text in files.", reads().cost_tier(CostTier::High)),
        tool("run", "Runs a program.", ToolMetadata::new().access_mode(AccessMode::Execute)),
        tool("post", "Sends mail.", reads().mandatory_keywords(["execute", "send off"])),
    ])
}

fn rule(selection: &Selection, name: &str) -> Rule {
    selection.trace.iter().find(|verdict| verdict.name == name).unwrap().rule.clone()
}

#[test]
fn every_tool_has_a_verdict_and_the_listing_is_in_order() {
    let selector = Selector::of(&small());
    let selection = selector.select(&Request::new("find my files"), None);
    assert_eq!(selection.names(), ["ask", "find_files", "find_text"]);
    assert_eq!(selection.trace.len(), 5);
    assert_eq!(rule(&selection, "ask"), Rule::Critical);
    assert_eq!(rule(&selection, "find_files"), Rule::Suits);
    assert_eq!(rule(&selection, "run"), Rule::NoWord);
    let again = selector.select(&Request::new("find files of mine"), None);
    assert_eq!(selection.definitions(), again.definitions());
}

#[test]
fn an_empty_match_gives_the_critical_tools_never_all() {
    let selection = Selector::of(&small()).select(&Request::new("qwertz"), None);
    assert_eq!(selection.names(), ["ask"]);
    assert_eq!(Selector::of(&small()).select(&Request::new(""), None).names(), ["ask"]);
}

#[test]
fn mandatory_keywords_match_whole_words_and_stay_within_the_budget() {
    let selector = Selector::of(&small());
    let of = |text: &str| selector.select(&Request::new(text), None);
    assert_eq!(rule(&of("was it executed?"), "post"), Rule::NoWord);
    assert_eq!(rule(&of("Execute!"), "post"), Rule::Mandatory("execute".to_owned()));
    assert_eq!(rule(&of("please send off this"), "post"), Rule::Mandatory("send off".to_owned()));
    let one = selector.select(&Request::new("execute find files").most_tools(1), None);
    assert_eq!(one.names(), ["post"]);
    assert_eq!(rule(&one, "find_files"), Rule::ToolBudget);
    assert!(selector.select(&Request::new("execute").most_tools(0), None).tools.is_empty());
}

#[test]
fn allow_list_states_availability_and_mode_come_before_words() {
    let registry = small();
    let down = tool("find_old", "Finds old files.", reads()).availability(|| Err("no".to_owned()));
    registry.register(down).unwrap();
    registry.disable_tool("find_text");
    let selector = Selector::of(&registry);
    let request = Request::new("find files, run a program").mode(Mode::Plan);
    let selection = selector.select(&request, None);
    assert_eq!(selection.names(), ["ask", "find_files"]);
    assert_eq!(rule(&selection, "find_text"), Rule::SwitchedOff);
    assert_eq!(rule(&selection, "find_old"), Rule::Unavailable);
    assert_eq!(rule(&selection, "run"), Rule::Mode(Mode::Plan));
    let allowed = registry.resolve_allow_list(&AgentTools::new(["run"])).unwrap();
    let selection = selector.select(&Request::new("find files, run a program"), Some(&allowed));
    assert_eq!(selection.names(), ["run"]);
    assert_eq!(rule(&selection, "ask"), Rule::NotAllowed, "critical lifts no allow list");
    let none = registry.resolve_allow_list(&AgentTools::new([""; 0])).unwrap();
    assert!(selector.select(&Request::new("find files"), Some(&none)).tools.is_empty());
}

#[test]
fn preferences_order_what_suits_alike() {
    let alike = |name: &str, metadata: ToolMetadata| tool(name, "Finds a file.", metadata);
    let first = |metadata: ToolMetadata, request: Request| {
        // By name alone, `a_one` would come first.
        let registry = registry([alike("a_one", reads()), alike("b_one", metadata)]);
        let selection = Selector::of(&registry).select(&request.most_tools(1), None);
        selection.names()[0].to_owned()
    };
    let request = || Request::new("find file");
    assert_eq!(first(reads(), request()), "a_one");
    assert_eq!(first(reads().priority(Priority::High), request()), "b_one");
    assert_eq!(first(reads(), request().recent(["b_one"])), "b_one");
    let stage = reads().stages([Stage::Reading]);
    assert_eq!(first(stage.clone(), request().stage(Stage::Reading)), "b_one");
    assert_eq!(first(stage, request().stage(Stage::Planning)), "a_one");
    assert_eq!(first(reads().task_types(["review"]), request().task_type("Review")), "b_one");
    let dear = reads().priority(Priority::High).cost_tier(CostTier::High);
    assert_eq!(first(dear, request()), "a_one");
}

#[test]
fn a_token_budget_demotes_the_least_relevant_first_and_says_so() {
    let best = tool("find_files", "Finds files by their names.", reads());
    let worse = tool("store", "Keeps files. It is slow, and it takes what it is given.", reads());
    let others = ["mail", "draw", "sing", "plan"].map(|name| tool(name, "Unlike.", reads()));
    let registry = registry([best, worse].into_iter().chain(others));
    let selector = Selector::of(&registry);
    let all = selector.select(&Request::new("find files"), None);
    assert_eq!(all.names(), ["find_files", "store"]);
    let fits = |most: usize| selector.select(&Request::new("find files").most_tokens(most), None);
    let level = |selection: &Selection, name: &str| {
        let verdict = selection.trace.iter().find(|verdict| verdict.name == name).unwrap().clone();
        (verdict.level, verdict.demoted_from)
    };
    let less = fits(all.tokens - 1);
    assert_eq!(level(&less, "store"), (Some(SchemaLevel::Compact), Some(SchemaLevel::Full)));
    assert_eq!(level(&less, "find_files"), (Some(SchemaLevel::Full), None));
    assert!(less.tokens < all.tokens && less.definitions().len() == 2);
    let stub = registry.get("find_files").unwrap().tokens_estimate(SchemaLevel::Stub);
    let one = fits(stub);
    assert_eq!(one.names(), ["find_files"]);
    assert_eq!(rule(&one, "store"), Rule::TokenBudget);
    assert!(one.tokens <= stub);
    assert!(fits(0).tools.is_empty());
}

#[test]
fn three_thousand_tools_are_all_explained_and_twenty_cost_little() {
    let verbs = ["find", "make", "send", "merge", "count", "draw"];
    let things = ["invoice", "ticket", "route", "picture", "table", "letter", "person", "order"];
    let tools = (0..3_000).map(|number| {
        let (verb, thing) = (verbs[number % verbs.len()], things[number % things.len()]);
        let description = format!("Can {verb} the {thing} of store {number}. It takes its time.");
        tool(&format!("{verb}_{thing}_{number}"), &description, reads())
    });
    let registry = registry(tools);
    let request = Request::new("find the invoice").most_tools(20).level(SchemaLevel::Stub);
    let selection = Selector::of(&registry).select(&request, None);
    assert_eq!((selection.tools.len(), selection.trace.len()), (20, 3_000));
    assert!(selection.tokens < 2_000, "{}", selection.tokens);
    let bytes = serde_json::to_string(
        &selection.definitions().iter().map(|d| &**d).collect::<Vec<&Value>>(),
    );
    // No tokeniser takes fewer bytes than one a token; of JSON it takes about four.
    assert!(bytes.unwrap().len() < 8_000);
}

#[test]
fn a_selector_follows_its_tools() {
    let registry = small();
    let mut selector = Selector::of(&registry);
    registry.register(tool("translate", "Puts text into other languages.", reads())).unwrap();
    registry.remove("find_files");
    selector.refresh(registry.list_tools(Default::default()));
    let selection = selector.select(&Request::new("other languages, find files"), None);
    assert!(selection.names().contains(&"translate"));
    assert!(!selection.names().contains(&"find_files"));
}

fn deferring(deferred: &[&str]) -> (Registry, ToolView) {
    let registry = small();
    let list = AgentTools::new(["*"]).deferred(deferred.iter().copied());
    let allowed = registry.resolve_allow_list(&list).unwrap();
    let view = ToolView::new(&registry, allowed, SchemaLevel::Full);
    for tool in loading_tools(&view) {
        registry.register_always_on(tool).unwrap();
    }
    view.begin_turn();
    (registry, view)
}

#[test]
fn loading_tools_are_there_only_where_there_is_something_to_load() {
    let (registry, _) = deferring(&[]);
    assert!(registry.get("load_tools").is_none() && registry.get("tool_search").is_none());
    let (registry, view) = deferring(&["find_files"]);
    assert_eq!(registry.always_on(), ["load_tools", "tool_search"]);
    assert!(view.listing().iter().any(|shown| shown["name"] == "load_tools"));
}

#[tokio::test]
async fn an_agent_loads_by_name_or_by_words() {
    let (registry, view) = deferring(&["find_files", "post"]);
    let executor = Executor::builder(registry).build().unwrap();
    let bad = executor.call("load_tools", json!({"names": ["find_files", "fidn"]})).await;
    assert!(!bad.success && view.refusal("find_files").is_some());
    let empty = executor.call("load_tools", json!({"names": []})).await;
    assert!(!empty.success);
    let good = executor.call("load_tools", json!({"names": ["find_files", "find_files"]})).await;
    assert!(good.success, "{}", good.to_text());
    assert_eq!(view.refusal("find_files"), None);
    let found = executor.call("tool_search", json!({"query": "sending a mail"})).await;
    assert!(found.success && found.to_text().contains("post"), "{}", found.to_text());
    assert_eq!(view.refusal("post"), None);
    let none = executor.call("tool_search", json!({"query": "a mail"})).await;
    assert!(none.success && !none.to_text().contains("post"), "{}", none.to_text());
}
