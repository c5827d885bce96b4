//! Every hostile case of the areas that concern these tools has a test of its name, or a reason.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// Cases that are shown elsewhere, with where.
const ELSEWHERE: &[(&str, &str)] = &[
    ("C07", "a host built with panic=abort concerns the framework, not a file tool"),
    ("J06", "schemas with cyclic references concern the framework's registry"),
];

#[test]
fn every_case_has_a_test_or_a_reason() {
    let cases: Vec<Value> = include_str!("../data/hostile.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(cases.len() > 40, "{} cases", cases.len());
    let list = Command::new(std::env::current_exe().unwrap())
        .args(["--list", "--format", "terse"])
        .output()
        .unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    let tests: Vec<&str> = list.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    let elsewhere: BTreeMap<&str, &str> = ELSEWHERE.iter().copied().collect();
    let is_tested = |id: &str| {
        let id = id.to_lowercase();
        tests.iter().any(|test| {
            let name = test.rsplit("::").next().unwrap();
            name.split('_').take_while(|part| is_id(part)).any(|part| part == id)
        })
    };
    let mut missing = Vec::new();
    for case in &cases {
        let id = case["id"].as_str().unwrap();
        match (is_tested(id), elsewhere.contains_key(id)) {
            (true, true) => missing.push(format!("{id} has a test and a reason")),
            (false, false) => missing.push(format!("{id}: {}", case["setup"])),
            _ => {}
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Whether a part of a test's name is the id of a case.
fn is_id(part: &str) -> bool {
    let digits = part.get(1..).unwrap_or_default();
    part.starts_with(|first: char| first.is_ascii_lowercase())
        && digits.len() == 2
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}
