//! What an agent would see, what tools are to each other, and filters of the listing.

use serde_json::Value;

use crate::run::{Ran, end, run, shipped};

tests!(
    a_selection_says_of_every_tool_why,
    allow_list_and_budgets_bound_a_selection,
    the_tools_that_ship_are_drawn,
    a_listing_is_filtered_by_an_allow_list_and_a_stage,
);

fn ship(words: &[&str]) -> Ran {
    end(shipped().args(words))
}

fn parsed(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{ran:?}"))
}

fn a_selection_says_of_every_tool_why() {
    let chosen = parsed(&ship(&["select", "find files by name", "--mode", "plan", "--json"]));
    let names = chosen["names"].as_array().unwrap();
    assert!(names.contains(&"find_files".into()) && names.len() <= 15, "{names:?}");
    let all = parsed(&ship(&["list", "--all", "--json"])).as_array().unwrap().len();
    assert_eq!(chosen["trace"].as_array().unwrap().len(), all);
    let write = chosen["trace"].as_array().unwrap().iter().find(|v| v["name"] == "write").unwrap();
    assert_eq!(write["rule"], "mode plan refuses it");
    let table = ship(&["select", "find files by name", "-k", "1"]);
    assert!(table.out.lines().nth(1).unwrap().contains(" in "), "{table:?}");
    assert!(table.err.starts_with("1 of "), "{table:?}");
}

fn allow_list_and_budgets_bound_a_selection() {
    let words = ["select", "find files", "--allow", "#readonly", "--allow", "!find_files"];
    let names = &parsed(&ship(&[&words[..], &["--json"]].concat()))["names"];
    assert!(!names.as_array().unwrap().contains(&"find_files".into()), "{names}");
    let typo = ship(&["select", "find files", "--allow", "#raedonly"]);
    assert_eq!(typo.code, 2);
    assert!(typo.err.contains("did you mean `#readonly`?"), "{typo:?}");
    let few = parsed(&ship(&["select", "find files", "--tokens", "150", "--json"]));
    assert!(few["tokens"].as_u64().unwrap() <= 150, "{few}");
    assert!(
        few["trace"]
            .as_array()
            .unwrap()
            .iter()
            .any(|v| v["demoted_from"] == "full"
                || v["rule"] == "the tokens are spent on better ones")
    );
}

fn the_tools_that_ship_are_drawn() {
    let drawn = ship(&["graph"]);
    assert_eq!(drawn.code, 0, "{drawn:?}");
    assert!(drawn.out.starts_with("flowchart LR\n") && drawn.err.is_empty(), "{drawn:?}");
    assert!(drawn.out.contains("    t_read --> t_edit\n"), "{drawn:?}");
    let dot = ship(&["graph", "read", "--format", "dot"]);
    assert!(dot.out.contains("\"grep\" -> \"read\";") && dot.out.ends_with("}\n"), "{dot:?}");
    assert!(!dot.out.contains("\"mkdir\""), "{dot:?}");
    assert_eq!(ship(&["graph", "raed"]).code, 4);
}

fn a_listing_is_filtered_by_an_allow_list_and_a_stage() {
    let names = |words: &[&str]| -> Vec<String> {
        let listed = parsed(&run(&[&["list", "--json"], words].concat()));
        let listed = listed.as_array().unwrap();
        listed.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["--allow", "echo"]), ["every_kind"]);
    assert_eq!(names(&["--allow", "try.*", "--allow", "!#trial"]), [""; 0]);
    assert!(names(&["--stage", "planning"]).is_empty());
    assert_eq!(run(&["list", "--allow", "ecco"]).code, 2);
    assert_eq!(run(&["list", "--stage", "thinking"]).code, 2);
}
