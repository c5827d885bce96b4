//! What a call says, and with which exit code.

use serde_json::{Value, json};

use crate::run::{end, run, run_with, shipped};

tests![
    success_is_on_stdout_alone,
    a_name_may_be_an_alias_or_have_its_namespace,
    an_unknown_tool_names_what_is_near_and_nothing_else,
    every_fault_is_said_at_once,
    each_fault_has_its_words,
    broken_json_is_one_clear_message,
    stdin_may_hold_the_arguments,
    a_path_outside_the_root_is_refused,
    a_root_must_be_a_folder,
    switched_off_and_unavailable_tools_say_why,
    without_anybody_to_ask_a_gate_denies_and_says_how_to_allow,
    yes_answers_and_lifts_nothing_else,
    a_tool_that_fails_panics_or_hangs_is_one_result,
    a_result_may_be_json,
    what_is_beside_the_result_goes_to_stderr,
    wrong_usage_is_two,
    a_registry_that_cannot_be_is_said,
];

fn error_of(words: &[&str], code: i32) -> String {
    let ran = run(words);
    assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{words:?}: {}", ran.err);
    ran.err
}

fn success_is_on_stdout_alone() {
    let ran = run(&["call", "made_late", "--mode", "b", "--value", "5", "--maybe"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "{\n  \"mode\": \"b\",\n  \"value\": 5,\n  \"maybe\": true\n}\n");
    let ran = run(&["call", "made_late"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "{}\n", ""));
}

fn a_name_may_be_an_alias_or_have_its_namespace() {
    for name in ["every_kind", "echo", "repeat", "try.every_kind", "try.echo"] {
        let ran = run(&["call", name, "--path", "x"]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap()["path"], "x");
    }
    let ran = run(&["call", "--format", "json", "echo", "--path", "x"]);
    assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap()["metadata"]["called_as"], "echo");
}

fn an_unknown_tool_names_what_is_near_and_nothing_else() {
    assert_eq!(
        error_of(&["call", "panick"], 4),
        "ERROR: there is no tool `panick`\nDid you mean `panics`?\n"
    );
    assert_eq!(
        error_of(&["info", "trie.every_kind"], 4),
        "ERROR: there is no tool `trie.every_kind`\nDid you mean `try.every_kind`?\n"
    );
    assert_eq!(
        error_of(&["call", "zzzzzzzz", "--a", "b"], 4),
        "ERROR: there is no tool `zzzzzzzz`\n`tool list` shows the tools that there are.\n"
    );
    let both = error_of(&["schema", "panick", "keep", "hang"], 4);
    assert!(both.contains("`panick`") && both.contains("`hang`") && !both.contains("keep"));
}

fn every_fault_is_said_at_once() {
    let said = error_of(&["call", "every_kind", "--limit", "many", "--replace-al", "--share=x"], 2);
    let faults: Vec<&str> = said.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(
        faults,
        [
            "- `path` is missing (a string)",
            "- `limit` must be an integer, not the string \"many\"",
            "- `share` must be a number, not the string \"x\"",
            "- `replace_al` is not known here; did you mean `replace_all`?",
        ]
    );
    assert!(said.starts_with("ERROR: invalid arguments for `every_kind`\n"), "{said}");
    assert!(said.ends_with("`tool call every_kind --help` shows its flags.\n"), "{said}");
    // What is said of a flag is not said again of its parameter.
    let said = error_of(&["call", "every_kind", "--changes", r#"{"old": "a", "old": ""}"#], 2);
    assert_eq!(
        said,
        "ERROR: invalid arguments for `every_kind`\n\
         - `--changes` has the key `old` twice; give it once\n\
         - `path` is missing (a string)\n\
         `tool call every_kind --help` shows its flags.\n"
    );
    // Faults of the words themselves come with those of the arguments.
    let said = error_of(&["call", "every_kind", "a.txt", "--limit", "0", "--yes"], 2);
    assert_eq!(
        said,
        "ERROR: invalid arguments for `every_kind`\n\
         - `a.txt` stands without a flag; write --path 'a.txt'\n\
         - `--yes` stands before the tool's name: tool call --yes every_kind …\n\
         - `limit` must be at least 1 and at most 100, not the number 0\n\
         `tool call every_kind --help` shows its flags.\n"
    );
}

fn each_fault_has_its_words() {
    for (words, fault) in [
        (vec![], "- `path` is missing (a string)\n"),
        (vec!["--pth", "x"], "- `pth` is not known here; did you mean `path`?\n"),
        (
            vec!["--path", "x", "--limit", "9.5"],
            "- `limit` must be an integer, not the number 9.5\n",
        ),
        (vec!["--path", "x", "--limit"], "- `--limit` needs a value after it\n"),
        (
            vec!["--path", "x", "--speed", "fasst"],
            "- `speed` must be one of \"fast\", \"slow\", not the string \"fasst\"; did you mean \"fast\"?\n",
        ),
        (
            vec!["--path", "x", "--changes", "{old: 1}"],
            "- `changes[0]` must be an object, not the string \"{old: 1}\"\n",
        ),
        (
            vec!["--path", "x", "--replace-all=maybe"],
            "- `replace_all` must be true or false, not the string \"maybe\"\n",
        ),
        (vec!["--path", "x", "--path", "y"], "- `--path` is given twice; give it once\n"),
    ] {
        let mut call = vec!["call", "every_kind"];
        call.extend(&words);
        let said = error_of(&call, 2);
        assert!(said.contains(fault), "{words:?}: {said}");
    }
}

fn broken_json_is_one_clear_message() {
    let said = error_of(&["call", "every_kind", "--json", "{\"path\": \"x\""], 2);
    let faults: Vec<&str> = said.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(faults.len(), 1, "{said}");
    assert!(faults[0].starts_with("- the arguments are not valid JSON: "), "{said}");
    assert!(faults[0].ends_with("Send one JSON object"), "{said}");
    let said = error_of(&["call", "every_kind", "--json", "[1]"], 2);
    assert!(
        said.contains("- the arguments must be one object, not an array of one item\n"),
        "{said}"
    );
}

fn stdin_may_hold_the_arguments() {
    let ran = run_with(&["call", "every_kind", "--json", "-"], br#"{"path": "p", "limit": "7"}"#);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let given: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&given["path"], &given["limit"]), (&json!("p"), &json!(7)));
    let ran = run_with(&["call", "every_kind", "--json=-"], b"\xff\xfe");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("- stdin is not UTF-8 text\n"), "{}", ran.err);
    let ran = run_with(&["call", "own_words", "--json", "-"], b"{}");
    assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap()["json"], "-");
}

fn a_path_outside_the_root_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(inside.join("note.txt"), "within\n").unwrap();
    std::fs::write(folder.path().join("secret.txt"), "beyond\n").unwrap();
    let root = inside.to_str().unwrap();
    let ran = end(shipped().args(["call", "--root", root, "read", "--path", "note.txt"]));
    assert!(ran.code == 0 && ran.out.contains("within"), "{ran:?}");
    let absolute = folder.path().join("secret.txt");
    for path in ["../secret.txt", absolute.to_str().unwrap()] {
        let ran = end(shipped().args(["call", "--root", root, "read", "--path", path]));
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
        assert!(ran.err.starts_with("ERROR: ") && ran.err.contains("outside"), "{}", ran.err);
    }
    // Without --root, the current folder is the root.
    let ran = end(shipped().args(["call", "read", "--path", "../secret.txt"]).current_dir(&inside));
    assert!(ran.code == 1 && ran.err.contains("outside"), "{ran:?}");
}

fn a_root_must_be_a_folder() {
    let said = error_of(&["call", "--root", "/no/such/folder", "panics"], 2);
    assert_eq!(
        said,
        "error: --root /no/such/folder is no folder; name one within which files may be touched\n"
    );
}

fn switched_off_and_unavailable_tools_say_why() {
    assert_eq!(error_of(&["call", "off"], 4), "ERROR: `off` is switched off here\n");
    assert_eq!(
        error_of(&["call", "broken"], 4),
        "ERROR: `broken` cannot be used now: its availability check panicked\n"
    );
    assert_eq!(
        error_of(&["call", "closed"], 4),
        "ERROR: `closed` cannot be used now: CLOSED_TOKEN is not set\n"
    );
}

fn without_anybody_to_ask_a_gate_denies_and_says_how_to_allow() {
    for (words, name) in
        [(vec!["call", "keep", "--text", "x"], "keep"), (vec!["call", "undeclared"], "undeclared")]
    {
        assert_eq!(
            error_of(&words, 3),
            format!(
                "`{name}` needs a person's approval, and there is nobody to ask; nothing was done.\n\
                 There is no terminal to ask on. To allow this call: tool call --yes {name} …\n"
            )
        );
    }
}

fn yes_answers_and_lifts_nothing_else() {
    let ran = run(&["call", "--yes", "keep", "--text", "four"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "kept 4 bytes, open\n", ""));
    for mode in ["plan", "explore"] {
        let said = error_of(&["call", "--yes", "--mode", mode, "keep", "--text", "x"], 3);
        assert!(said.starts_with(&format!("`keep` may not run now: mode `{mode}` ")), "{said}");
        assert!(!said.contains("--yes"), "{said}");
    }
    assert!(error_of(&["call", "--yes", "off"], 4).contains("switched off"));
    assert!(error_of(&["call", "--yes", "keep"], 2).contains("`text` is missing"));
}

fn a_tool_that_fails_panics_or_hangs_is_one_result() {
    assert_eq!(
        error_of(&["call", "fails"], 1),
        "ERROR: no such branch\nList them first.\n(exit code 128)\n"
    );
    let said = error_of(&["call", "panics"], 1);
    assert!(said.starts_with("ERROR: the tool broke while it ran"), "{said}");
    assert!(said.ends_with("(panic: the payload)\n"), "{said}");
    assert!(!said.contains("RUST_BACKTRACE"), "{said}");
    assert_eq!(error_of(&["call", "hangs"], 124), "ERROR: `hangs` did not finish within 100 ms\n");
}

fn a_result_may_be_json() {
    for (words, code, status) in [
        (vec!["made_late"], 0, "ok"),
        (vec!["panics"], 1, "panicked"),
        (vec!["every_kind", "stray"], 2, "invalid_arguments"),
        (vec!["undeclared"], 3, "denied"),
        (vec!["nothing_here"], 4, "unknown_tool"),
        (vec!["hangs"], 124, "timeout"),
    ] {
        let mut call = vec!["call", "--format", "json"];
        call.extend(&words);
        let ran = run(&call);
        assert_eq!(ran.code, code, "{words:?}: {}", ran.err);
        let result: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((&result["status"], &result["success"]), (&json!(status), &json!(code == 0)));
    }
}

fn what_is_beside_the_result_goes_to_stderr() {
    let ran = run(&["call", "picture"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "a dot\n"));
    assert_eq!(ran.err, "[attachment not shown: image/png, 7 bytes]\n");
    // A pipe gets the bytes as they are; people's text is made safe.
    let ran = run(&["call", "rude"]);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("a\u{1b}[2Jb\n", "look\\u{202e} again\n"));
    // Progress is for terminals.
    let ran = run(&["call", "steps"]);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("all done\n", ""));
}

fn wrong_usage_is_two() {
    for words in
        [vec![], vec!["cal"], vec!["call"], vec!["call", "--mode", "pla", "off"], vec!["list", "x"]]
    {
        let ran = run(&words);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{words:?}: {}", ran.err);
    }
    assert!(error_of(&["call", "--mode", "pla", "off"], 2).contains("'plan'"));
    let ran = run(&["--help"]);
    assert!(ran.code == 0 && ran.err.is_empty() && ran.out.contains("completions"), "{ran:?}");
}

fn a_registry_that_cannot_be_is_said() {
    let mut command = crate::run::fixture();
    let ran = end(command.env(crate::run::FIXTURE, "clash").arg("list"));
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("error: two tools answer to `echo`: "), "{}", ran.err);
}
