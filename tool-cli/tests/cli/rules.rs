//! The user's rules, batches, records, and what is said of a call that is not made.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::{Ran, end, fixture, shipped};

tests!(
    a_rule_of_the_user_denies,
    a_rule_of_the_user_answers_for_a_person,
    a_project_can_only_narrow,
    a29_the_files_of_rules_are_asked_for_whatever_allows_them,
    a26_what_is_not_understood_stops_the_command_with_its_line,
    a_batch_gives_its_results_in_order,
    nothing_of_a_batch_runs_that_cannot_be_read,
    calls_are_recorded_and_shown,
    explain_runs_nothing,
);

/// A home, a project, and the command in it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        for folder in ["config/tool", "state", "project/.tool", "project/docs"] {
            fs::create_dir_all(place.path(folder)).unwrap();
        }
        place
    }

    fn path(&self, below: impl AsRef<Path>) -> std::path::PathBuf {
        self.0.path().join(below)
    }

    fn user(&self, text: &str) -> &Self {
        fs::write(self.path("config/tool/config.toml"), text).unwrap();
        self
    }

    fn project(&self, text: &str) -> &Self {
        fs::write(self.path("project/.tool/config.toml"), text).unwrap();
        self
    }

    fn prepared(&self, mut command: Command) -> Command {
        command
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_STATE_HOME", self.path("state"))
            .current_dir(self.path("project"));
        command
    }

    fn run(&self, words: &[&str]) -> Ran {
        end(self.prepared(shipped()).args(words))
    }
}

const WRITE: [&str; 6] = ["call", "write", "--path", "docs/a.md", "--content", "text"];

fn a_rule_of_the_user_denies() {
    let place = Place::new();
    fs::write(place.path("project/.env"), "KEY=1").unwrap();
    place.user("[permissions]\ndeny = [\"*(path: **/.env)\"]\n");
    let ran = place.run(&["call", "read", "--path", "docs/../.env"]);
    assert_eq!((ran.code, ran.out.contains("KEY")), (3, false), "{ran:?}");
    assert!(ran.err.contains("policy"), "{ran:?}");
    place.user("");
    assert_eq!(place.run(&["call", "read", "--path", ".env"]).code, 0);
}

fn a_rule_of_the_user_answers_for_a_person() {
    let place = Place::new();
    assert_eq!(place.run(&WRITE).code, 3, "nobody is there to ask");
    place.user("[permissions]\nallow = [\"write(path: docs/**)\"]\n");
    assert_eq!(place.run(&WRITE).code, 0);
    assert!(place.path("project/docs/a.md").exists());
    let outside = ["call", "write", "--path", "docs/../a.md", "--content", "text"];
    assert_eq!(place.run(&outside).code, 3);
    // A yes for every question lifts no rule.
    place.user("[permissions]\ndeny = [\"write\"]\n");
    let mut yes = vec!["call", "--yes"];
    yes.extend(&WRITE[1..]);
    assert_eq!(place.run(&yes).code, 3);
}

fn a_project_can_only_narrow() {
    let place = Place::new();
    place.project("[permissions]\nallow = [\"write\"]\ndeny = [\"stat\"]\n");
    assert_eq!(place.run(&WRITE).code, 3, "a project may not allow");
    assert_eq!(place.run(&["call", "stat", "--path", "docs"]).code, 3);
    assert_eq!(place.run(&["call", "list_dir", "--path", "docs"]).code, 0);
}

fn a29_the_files_of_rules_are_asked_for_whatever_allows_them() {
    let place = Place::new();
    place
        .user("[permissions]\nallow = [\"write\"]\n")
        .project("[permissions]\ndeny = [\"stat\"]\n");
    assert_eq!(place.run(&WRITE).code, 0);
    for path in [".tool/config.toml", "docs/../.tool/new.toml"] {
        let ran = place.run(&["call", "write", "--path", path, "--content", ""]);
        assert_eq!(ran.code, 3, "{path}: {ran:?}");
    }
    let moved = place.run(&["call", "move", "--source", ".tool", "--destination", "x"]);
    assert_eq!(moved.code, 3, "{moved:?}");
    assert!(place.path("project/.tool/config.toml").exists());
}

fn a26_what_is_not_understood_stops_the_command_with_its_line() {
    let place = Place::new();
    for (text, said) in [
        ("[permissions]\nalow = [\"read\"]\n", "config.toml:2: unknown field `alow`"),
        ("[permisions]\n", "config.toml:1: unknown field `permisions`"),
        (
            "[permissions]\ndeny = [\n  \"read\",\n  \"a b\",\n]\n",
            "config.toml:4: `a b` is no rule",
        ),
        (
            "[permissions]\ndeny = [\"raed\"]\n",
            "config.toml:2)` names the tool `raed`, which there is not; did you mean `read`?",
        ),
        ("[permissions\n", "config.toml:1: "),
        ("[permissions]\ndeny = \"read\"\n", "config.toml:2: "),
    ] {
        place.user(text);
        let ran = place.run(&["call", "stat", "--path", "."]);
        assert_eq!(ran.code, 2, "{text}: {ran:?}");
        assert!(ran.err.contains(said) && ran.out.is_empty(), "{text}: {ran:?}");
    }
    place.user("");
    fs::remove_file(place.path("config/tool/config.toml")).unwrap();
    fs::create_dir(place.path("config/tool/config.toml")).unwrap();
    let unreadable = place.run(&["call", "stat", "--path", "."]);
    assert_eq!(unreadable.code, 2, "{unreadable:?}");
}

fn a_batch_gives_its_results_in_order() {
    let place = Place::new();
    fs::write(place.path("project/a.txt"), "one\n").unwrap();
    let file = place.path("calls.jsonl");
    fs::write(
        &file,
        "{\"tool\": \"read\", \"arguments\": {\"path\": \"a.txt\"}, \"id\": \"first\"}\n\n\
         {\"tool\": \"nothing_like_it\"}\n\
         {\"tool\": \"write\", \"arguments\": {\"path\": \"b.txt\", \"content\": \"two\"}}\n\
         {\"tool\": \"read\", \"arguments\": {\"path\": \"./b.txt\"}}\n",
    )
    .unwrap();
    let ran = place.run(&["batch", "--yes", "--jobs", "4", file.to_str().unwrap()]);
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let field = |key: &str| -> Vec<String> {
        lines.iter().map(|line| line[key].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(field("id"), ["first", "2", "3", "4"]);
    assert_eq!(field("status"), ["ok", "unknown_tool", "ok", "ok"]);
    assert!(lines[3].to_string().contains("two"), "a read behind a write sees it: {}", lines[3]);
    assert_eq!(ran.code, 4);
}

fn nothing_of_a_batch_runs_that_cannot_be_read() {
    let place = Place::new();
    let mut command = place.prepared(shipped());
    command.args(["batch", "--yes", "-"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let text = "{\"tool\": \"write\", \"arguments\": {\"path\": \"x\", \"content\": \"x\"}}\n{\"tol\": 1}\n";
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(said.contains("-:2: unknown field `tol`"), "{said}");
    assert!(!place.path("project/x").exists());
}

fn calls_are_recorded_and_shown() {
    let place = Place::new();
    let none = place.run(&["audit"]);
    assert!(none.code == 0 && none.err.contains("No call has been recorded"), "{none:?}");
    place.run(&["call", "stat", "--path", "docs"]);
    place.run(&WRITE);
    let shown = place.run(&["audit"]);
    let lines: Vec<&str> = shown.out.lines().collect();
    assert_eq!(lines.len(), 2, "{shown:?}");
    assert!(lines[0].contains("ok") && lines[0].contains("stat"), "{shown:?}");
    assert!(lines[1].contains("denied") && lines[1].contains("write"), "{shown:?}");
    let last = place.run(&["audit", "--last", "1", "--json"]);
    let record: Value = serde_json::from_str(last.out.trim()).unwrap();
    assert_eq!((&record["tool"], &record["status"]), (&"write".into(), &"denied".into()));
    assert!(!last.out.contains("docs/a.md"), "arguments stay out: {}", last.out);
}

fn explain_runs_nothing() {
    let ran = end(fixture().args(["call", "--explain", "panics"]));
    assert!(ran.out.contains("resolve") && ran.out.contains("audit"), "{ran:?}");
    let place = Place::new();
    let mut words = vec!["call", "--explain"];
    words.extend(&WRITE[1..]);
    let ran = place.run(&words);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.out.contains("effective access      passes   it is write"), "{ran:?}");
    assert!(ran.out.contains("gate                  refuses"), "{ran:?}");
    assert!(!place.path("project/docs/a.md").exists());
}
