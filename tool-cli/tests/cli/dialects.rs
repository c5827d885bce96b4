//! Definitions in each provider's form, and back.

use std::fs;

use serde_json::{Value, json};

use crate::run::{end, run, run_with, shipped};

tests!(
    a_tool_goes_out_in_each_form,
    a_report_says_what_was_lost,
    definitions_come_from_a_file_or_stdin,
    what_cannot_be_sent_is_an_error_that_names_tool_path_and_rule,
    what_goes_out_comes_back,
    the_tools_that_ship_suit_every_dialect,
    a_check_of_one_tool_is_of_that_tool,
);

fn parsed(out: &str) -> Value {
    serde_json::from_str(out).unwrap()
}

fn a_tool_goes_out_in_each_form() {
    for (dialect, place) in [
        ("openai", "/0/function/name"),
        ("openai-responses", "/0/name"),
        ("anthropic", "/0/name"),
        ("gemini", "/0/name"),
        ("bedrock", "/0/toolSpec/name"),
        ("mcp", "/0/name"),
    ] {
        let ran = run(&["schema", "repeat", "--dialect", dialect]);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(parsed(&ran.out).pointer(place).unwrap(), "every_kind", "{dialect}");
    }
    let unknown = run(&["schema", "--dialect", "openia"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("openai"), "{unknown:?}");
}

const TOOL: &str = r#"{"name": "now", "description": "The time.", "parameters": {"type": "object",
    "properties": {"zone": {"type": "string", "minLength": 2}, "exact": {"type": "boolean"}},
    "required": ["zone"]}}"#;

fn a_report_says_what_was_lost() {
    let words = ["schema", "--from", "-", "--dialect", "openai", "--strict", "--report"];
    let report = parsed(&run_with(&words, TOOL.as_bytes()).out);
    let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["definition", "strict", "losses"]);
    assert_eq!(report["strict"], true);
    assert_eq!(report["definition"]["function"]["strict"], true);
    let losses = report["losses"].as_array().unwrap();
    assert!(!losses.is_empty());
    for loss in losses {
        let keys: Vec<&String> = loss.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["path", "action", "reason", "source"]);
    }
    let plain = ["schema", "repeat", "--report"];
    assert_eq!(parsed(&run(&plain).out)["definition"]["name"], "every_kind");
}

fn definitions_come_from_a_file_or_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tools.json");
    fs::write(&file, format!("[{TOOL}, {TOOL}]")).unwrap();
    let words = ["schema", "--dialect", "ollama", "--from", file.to_str().unwrap()];
    let listed = parsed(&run(&words).out);
    assert_eq!(listed.as_array().unwrap().len(), 2);
    let one = run_with(&["schema", "--dialect", "anthropic", "--from", "-"], TOOL.as_bytes());
    assert_eq!(parsed(&one.out)["input_schema"]["required"], json!(["zone"]));
    for (text, said) in
        [("{", "is no JSON"), ("{\"nam\": 1}", "missing field `name`"), ("[1]", "holds no tool")]
    {
        let ran = run_with(&["schema", "--from", "-"], text.as_bytes());
        assert_eq!(ran.code, 2, "{text}");
        assert!(ran.err.contains(said) && ran.out.is_empty(), "{text}: {ran:?}");
    }
    assert_eq!(run(&["schema", "--from", "nothing.json"]).code, 2);
}

fn what_cannot_be_sent_is_an_error_that_names_tool_path_and_rule() {
    let union = r#"{"name": "pick", "description": "Picks.", "parameters": {"anyOf": [
        {"type": "object", "properties": {"a": {"type": "string"}}}, {"type": "string"}]}}"#;
    let ran = run_with(&["schema", "--from", "-", "--dialect", "anthropic"], union.as_bytes());
    if ran.code == 0 {
        // It found a form that can carry it: an object around the value.
        assert_eq!(parsed(&ran.out)["input_schema"]["type"], "object");
    } else {
        assert!(ran.err.contains("`pick`") && ran.err.contains("http"), "{ran:?}");
    }
    let name = r#"{"name": "no good name", "description": "N.", "parameters": {"type": "object"}}"#;
    let ran = run_with(&["schema", "--from", "-", "--dialect", "openai"], name.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    assert!(ran.err.contains("`no good name`") && ran.err.contains("http"), "{ran:?}");
}

fn what_goes_out_comes_back() {
    let ours = parsed(TOOL);
    for dialect in
        ["openai", "openai-responses", "anthropic", "gemini-parameters", "bedrock", "mcp"]
    {
        let out = run_with(&["schema", "--from", "-", "--dialect", dialect], TOOL.as_bytes()).out;
        let back = run_with(&["import", "-", "--dialect", dialect], out.as_bytes());
        assert_eq!(back.code, 0, "{dialect}: {back:?}");
        let back = &parsed(&back.out)[0];
        assert_eq!(
            (&back["name"], &back["parameters"]["required"]),
            (&ours["name"], &json!(["zone"]))
        );
    }
    assert_eq!(run_with(&["import", "-", "--dialect", "mcp"], b"[]").code, 2);
}

fn the_tools_that_ship_suit_every_dialect() {
    let ran = end(shipped().arg("check"));
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("15 dialects: 0 errors"), "{ran:?}");
}

fn a_check_of_one_tool_is_of_that_tool() {
    let ran = run(&["check", "undeclared", "--json"]);
    let found = parsed(&ran.out);
    let found = found.as_array().unwrap();
    assert!(found.iter().all(|one| one["tool"] == "undeclared"), "{found:?}");
    assert!(found.iter().any(|one| one["text"].as_str().unwrap().contains("access mode")));
}
