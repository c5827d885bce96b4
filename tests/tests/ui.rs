//! The compiler as the reviewer: one case a rule, each with what rustc prints.
//!
//! Every case says in its first line where its first error stands (`//~ LINE:COLUMN`), so that
//! writing the output anew (`TRYBUILD=overwrite`) cannot bless an error at another place.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

const TOPICS: [&str; 7] = ["attr", "doc", "gate", "name", "param", "return", "set"];

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let mut cases: Vec<PathBuf> = TOPICS
        .iter()
        .flat_map(|topic| fs::read_dir(root.join(topic)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    cases.sort();
    cases
}

#[test]
fn what_rustc_says() {
    let runner = trybuild::TestCases::new();
    for topic in TOPICS {
        runner.compile_fail(format!("ui/{topic}/*.rs"));
    }
}

#[test]
fn every_case_has_its_first_error_where_it_says() {
    let mut wrong = Vec::new();
    for case in cases() {
        let source = fs::read_to_string(&case).unwrap();
        let place = source.lines().next().and_then(|line| line.strip_prefix("//~ "));
        let output = fs::read_to_string(case.with_extension("stderr")).unwrap_or_default();
        let first = output.lines().find_map(|line| line.trim().strip_prefix("--> "));
        let found = first.and_then(|place| place.split_once(".rs:")).map(|(_, place)| place);
        if place.is_none() || place != found {
            wrong.push(format!("{}: says {place:?}, is {found:?}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases().len() >= 60, "{} cases", cases().len());
}

#[test]
fn the_first_error_is_about_the_tool_and_names_nothing_hidden() {
    for case in cases() {
        let output = fs::read_to_string(case.with_extension("stderr")).unwrap_or_default();
        for hidden in ["__private", "__a0", "__call", "__DEF"] {
            let shown =
                output.lines().find(|line| line.starts_with("error") && line.contains(hidden));
            assert_eq!(shown, None, "{}", case.display());
        }
    }
}
