//! Every example runs, and prints what it is meant to show.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn run(example: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "-p", "tool-examples", "--example", example])
        .current_dir(root())
        .env_remove("WEATHER_API_KEY")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example}: {text}{errors}");
    text
}

#[test]
fn every_example_prints_what_stands_beside_it() {
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut ran = 0;
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_none_or(|extension| extension != "rs") || name == "lib" {
            continue;
        }
        let file = expected.join(format!("{name}.txt"));
        let found = run(&name);
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&file, &found).unwrap();
        }
        let wanted = fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{name} has no {}: {error}", file.display()));
        assert_eq!(found, wanted, "{name}");
        ran += 1;
    }
    assert!(ran >= 4, "{ran} examples ran");
}
