//! Listings, descriptions, definitions, completions.

use std::process::Command;

use serde_json::{Value, json};

use crate::run::{end, fixture, run, shipped};

tests![
    twenty_processes_list_the_same_bytes,
    a_listing_can_be_narrowed,
    a_listing_for_people_has_columns,
    info_has_all_that_is_known,
    schemas_are_definitions_of_mcp,
    completions_are_sound,
    bash_completes_tools_and_flags,
];

fn names(words: &[&str]) -> Vec<String> {
    let ran = run(words);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let listed: Vec<Value> = serde_json::from_str(&ran.out).unwrap();
    listed.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

fn twenty_processes_list_the_same_bytes() {
    for words in [vec!["list"], vec!["list", "--all", "--json"], vec!["schema"]] {
        let first = (end(shipped().args(&words)).out, end(fixture().args(&words)).out);
        assert!(!first.0.is_empty() && !first.1.is_empty());
        for _ in 1..20 {
            let again = (end(shipped().args(&words)).out, end(fixture().args(&words)).out);
            assert!(again == first, "{words:?}");
        }
    }
}

fn a_listing_can_be_narrowed() {
    let on = names(&["list", "--json"]);
    let all = names(&["list", "--json", "--all"]);
    assert!(on.is_sorted() && all.is_sorted());
    let off: Vec<&String> = all.iter().filter(|name| !on.contains(name)).collect();
    assert_eq!(off, ["off"]);
    assert_eq!(names(&["list", "--json", "--tag", "trial"]), ["every_kind"]);
    assert_eq!(names(&["list", "--json", "--tag", "network"]), ["closed"]);
    assert_eq!(names(&["list", "--json", "--category", "trials"]), ["every_kind"]);
    assert!(names(&["list", "--json", "--category", "none"]).is_empty());
    let ran = run(&["list", "--tag", "none"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(ran.err.contains("tool list --all"), "{}", ran.err);
}

fn a_listing_for_people_has_columns() {
    let ran = run(&["list", "--all"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("NAME ") && lines[0].ends_with(" DESCRIPTION"));
    let column = lines[0].find("STATE").unwrap();
    let state = |name: &str| {
        let line = lines.iter().find(|line| line.starts_with(name)).unwrap();
        line[column..].split_whitespace().next().unwrap()
    };
    assert_eq!(
        (state("off"), state("broken"), state("closed"), state("try.every_kind")),
        ("off", "unavailable", "unavailable", "on")
    );
}

fn info_has_all_that_is_known() {
    let ran = run(&["info", "echo"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "try.every_kind\n\nGives its arguments back.\n\n",
        "\naliases     echo, repeat\n",
        "\nstate       on\n",
        "\naccess      readonly\n",
        "\ngate        never asks (gate none)\n",
        "\ncategory    trials\n",
        "\ntags        trial, readonly\n",
        "tests/cli/fixture.rs:",
        "\nParameters:\n  --path TEXT\n      A file. [required]\n",
        "  --limit INTEGER\n      How much. [1 to 100; default 10]\n",
    ] {
        assert!(ran.out.contains(part), "{part:?} in {}", ran.out);
    }
    for (name, part) in [
        ("off", "state       switched off\n"),
        ("broken", "state       unavailable: its availability check panicked\n"),
        ("closed", "state       unavailable: CLOSED_TOKEN is not set\n"),
        ("closed", "gate        never asks, but is logged (as its access is network)\n"),
        ("keep", "gate        asks at its first use in a session (as its access is write)\n"),
        ("undeclared", "gate        asks every time (as it declares no access)\n"),
        ("undeclared", "access      undeclared, taken as mixed\n"),
        ("undeclared", "Parameters:\n  none\n"),
    ] {
        let ran = run(&["info", name]);
        assert!(ran.out.contains(part), "{part:?} in {}", ran.out);
    }
}

fn schemas_are_definitions_of_mcp() {
    let ran = run(&["schema", "repeat", "undeclared"]);
    let made: Value = serde_json::from_str(&ran.out).unwrap();
    let keys: Vec<&String> = made[0].as_object().unwrap().keys().collect();
    assert_eq!(made[0]["name"], "every_kind");
    assert_eq!(&keys[..3], ["name", "description", "inputSchema"]);
    assert_eq!(made[0]["inputSchema"]["required"], json!(["path"]));
    assert_eq!(
        made[0]["annotations"],
        json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": false,
               "openWorldHint": false})
    );
    // Nothing declared is not taken for harmless.
    assert_eq!(
        made[1]["annotations"],
        json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false,
               "openWorldHint": true})
    );
    let stub: Value =
        serde_json::from_str(&run(&["schema", "--level", "stub", "every_kind"]).out).unwrap();
    let properties = stub[0]["inputSchema"]["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["path"]);
    assert_eq!(names(&["schema"]), names(&["list", "--json"]));
}

fn completions_are_sound() {
    let folder = tempfile::tempdir().unwrap();
    for (shell, optional) in [("bash", false), ("zsh", true), ("fish", true)] {
        let ran = run(&["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
        assert!(ran.out.contains("every_kind") && ran.out.contains("replace-all"), "{shell}");
        let script = folder.path().join(shell);
        std::fs::write(&script, &ran.out).unwrap();
        match Command::new(shell).arg("-n").arg(&script).output() {
            Ok(checked) => {
                let said = String::from_utf8_lossy(&checked.stderr);
                assert!(checked.status.success() && said.is_empty(), "{shell}: {said}");
            }
            Err(error) => assert!(optional, "{shell}: {error}"),
        }
    }
    assert_eq!(run(&["completions", "tcl"]).code, 2);
}

fn bash_completes_tools_and_flags() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("tool.bash");
    std::fs::write(&script, run(&["completions", "bash"]).out).unwrap();
    let complete = |words: &str| {
        let ask = format!(
            "source '{}'; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _tool tool \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        end(Command::new("bash").args(["--norc", "-c", &ask])).out.trim().to_owned()
    };
    assert_eq!(complete("tool call every"), "every_kind");
    assert_eq!(complete("tool call every_kind --no-r"), "--no-replace-all");
    assert_eq!(complete("tool call every_kind --speed ''"), "fast slow");
    assert_eq!(complete("tool info pan"), "panics");
    assert_eq!(complete("tool call --mo"), "--mode");
}
