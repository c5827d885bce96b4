//! Finding tools by words.

use std::fs;

use serde_json::{Value, json};

use crate::run::{end, run, run_with, shipped};

tests!(
    the_tools_that_ship_are_found_by_what_they_do,
    a_catalogue_and_many_requests_give_a_line_each,
    nothing_in_common_is_said,
    a_line_that_cannot_be_read_is_named,
);

fn the_tools_that_ship_are_found_by_what_they_do() {
    for (request, best) in [
        ("search files for a text", "grep"),
        ("find files by name", "find_files"),
        ("apply a patch", "apply_patch"),
        ("remove a directory", "delete"),
    ] {
        let ran = end(shipped().args(["search", request, "-k", "3", "--json"]));
        let found: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(found["query"], request);
        let names = found["names"].as_array().unwrap();
        assert!(names.len() <= 3 && names.contains(&json!(best)), "{request}: {names:?}");
    }
    let table = end(shipped().args(["search", "find files by name"]));
    assert!(table.out.starts_with("find_files  "), "{table:?}");
}

fn a_catalogue_and_many_requests_give_a_line_each() {
    let folder = tempfile::tempdir().unwrap();
    let (tools, queries) = (folder.path().join("tools.jsonl"), folder.path().join("queries.jsonl"));
    fs::write(
        &tools,
        "{\"name\": \"Weather/Now\", \"description\": \"Current weather of a city\", \"x\": 1}\n\
         {\"name\": \"sendMail\", \"description\": \"\", \"parameters\": {\"properties\": {\"recipient\": {}}}}\n",
    )
    .unwrap();
    fs::write(&queries, "{\"query\": \"is it raining? the weather please\", \"expected\": []}\n\n{\"query\": \"mails to a recipient\"}\n{\"query\": \"?\"}\n").unwrap();
    let ran = run(&[
        "search",
        "--catalog",
        tools.to_str().unwrap(),
        "--queries",
        queries.to_str().unwrap(),
        "-k",
        "1",
        "--json",
    ]);
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines,
        [
            json!({"query": "is it raining? the weather please", "names": ["Weather/Now"]}),
            json!({"query": "mails to a recipient", "names": ["sendMail"]}),
            json!({"query": "?", "names": []}),
        ]
    );
}

fn nothing_in_common_is_said() {
    let ran = run(&["search", "xylophone"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(ran.err.contains("No tool has a word in common"), "{ran:?}");
    assert_eq!(run(&["search"]).code, 2);
}

fn a_line_that_cannot_be_read_is_named() {
    let ran = run_with(&["search", "x", "--catalog", "-"], b"{\"name\": \"a\"}\n{\"nam\": 1}\n");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("-:2: missing field `name`"), "{ran:?}");
}
