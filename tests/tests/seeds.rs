//! Every name of the seed documents has its row in docs/SEEDS.md, and every row shows something.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of each document, as committed.
fn names() -> Vec<(String, String)> {
    let list = fs::read_to_string(root().join("tests/data/seed_names.txt")).unwrap();
    let pair = |line: &str| {
        let (document, name) = line.split_once('\t').unwrap();
        (document.to_owned(), name.to_owned())
    };
    list.lines().map(pair).collect()
}

struct Row {
    document: String,
    names: Vec<String>,
    ours: String,
    shown_by: Vec<String>,
}

fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn rows() -> Vec<Row> {
    let page = fs::read_to_string(root().join("docs/SEEDS.md")).unwrap();
    let mut document = String::new();
    let mut rows = Vec::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut document);
        }
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        if !line.starts_with("| `") || cells.len() < 3 {
            continue;
        }
        let mut shown_by = quoted(cells[2]);
        shown_by
            .extend(cells[2].split([' ', ',']).filter(|w| w.starts_with('#')).map(str::to_owned));
        rows.push(Row {
            document: document.clone(),
            names: quoted(cells[0]),
            ours: cells[1].to_owned(),
            shown_by,
        });
    }
    rows
}

/// Every Rust source of the workspace.
fn sources() -> String {
    fn add(folder: &Path, all: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                add(&path, all);
            } else if name.ends_with(".rs") {
                all.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut all = String::new();
    add(&root(), &mut all);
    all
}

#[test]
fn every_name_has_its_row() {
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows() {
        known.entry(row.document).or_default().extend(row.names);
    }
    let missing: Vec<_> = names()
        .into_iter()
        .filter(|(document, name)| known.get(document).is_none_or(|all| !all.contains(name)))
        .collect();
    assert!(missing.is_empty(), "no row in docs/SEEDS.md for {missing:?}");
}

#[test]
fn every_row_shows_something_that_is_there() {
    let sources = sources();
    for row in rows() {
        assert!(!row.ours.is_empty() && !row.shown_by.is_empty(), "{:?}", row.names);
        for shown in &row.shown_by {
            let issue = shown.strip_prefix('#').is_some_and(|n| n.parse::<u32>().is_ok());
            assert!(
                issue || sources.contains(&format!("fn {shown}(")),
                "{:?}: there is no test `{shown}`",
                row.names
            );
        }
    }
}

#[test]
fn the_list_of_names_is_that_of_the_documents() {
    let documents = root().join("../shared/seeds");
    if !documents.is_dir() {
        println!("the documents are not beside this checkout; the committed list stands");
        return;
    }
    let output =
        Command::new("python3").arg(root().join("scripts/seed-names")).arg(documents).output();
    let output = match output {
        Ok(output) => output,
        Err(error) => {
            println!("python3 cannot be run ({error}); the committed list stands");
            return;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).unwrap();
    let committed = fs::read_to_string(root().join("tests/data/seed_names.txt")).unwrap();
    assert_eq!(found, committed);
}
