//! Flags of real tools, through real processes.

use serde_json::{Value, json};

use crate::run::run;

tests![every_kind_of_parameter_has_its_flag, the_tool_s_words_come_before_the_command_s, help];

fn given(words: &[&str]) -> Value {
    let mut call = vec!["call"];
    call.extend(words);
    let ran = run(&call);
    assert_eq!(ran.code, 0, "{words:?}: {}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

fn every_kind_of_parameter_has_its_flag() {
    let all = given(&[
        "every_kind",
        "--path=5",
        "--limit",
        "7",
        "--replace-all",
        "--speed",
        "fast",
        "--words",
        "[0]",
        "--words=-x",
        "--changes",
        r#"{"old": "a", "all": true}"#,
        "--changes",
        r#"{"old": "b"}"#,
        "--first",
        r#"{"old": "--"}"#,
        "--share",
        "0.5",
    ]);
    assert_eq!(
        all,
        json!({
            "path": "5", "limit": 7, "replace_all": true, "speed": "fast", "words": ["[0]", "-x"],
            "changes": [{"old": "a", "all": true}, {"old": "b", "all": false}],
            "first": {"old": "--", "all": false}, "share": 0.5,
        })
    );
    for (words, truth) in [
        (["--replace_all", "--limit=1"], true),
        (["--no-replace-all", "--limit=1"], false),
        (["--replace-all", "false"], false),
    ] {
        let mut call = vec!["every_kind", "--path", "x"];
        call.extend(words);
        assert_eq!(given(&call)["replace_all"], truth, "{words:?}");
    }
    assert_eq!(given(&["made_late", "--no-maybe"]), json!({"maybe": false}));
    assert_eq!(given(&["made_late", "--value", r#"{"a": [1]}"#]), json!({"value": {"a": [1]}}));
}

fn the_tool_s_words_come_before_the_command_s() {
    assert_eq!(
        given(&["own_words", "--json", "{", "--help", "me", "--yes"]),
        json!({"json": "{", "help": "me", "yes": true})
    );
}

fn help() {
    let ran = run(&["call", "every_kind", "--help"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(
        ran.out,
        "\
Gives its arguments back.

Usage: tool call every_kind --path TEXT [FLAGS]

Flags:
  --path TEXT
      A file. [required]
  --limit INTEGER
      How much. [1 to 100; default 10]
  --[no-]replace-all
      [default false]
  --speed fast|slow
      [default \"slow\"]
  --words TEXT
      [give it again for more]
  --changes JSON
      [give it again for more; each as JSON such as {\"old\": …, \"all\"?: …}]
  --first JSON
      [JSON such as {\"old\": …, \"all\"?: …}]
  --share NUMBER
  --json OBJECT
      All arguments as one JSON object; `-` reads it from stdin.

Examples:
  tool call every_kind --json '{\"path\":\"it'\\''s.txt\"}'
"
    );
    // Wherever it stands, also for a tool that is switched off.
    assert_eq!(run(&["call", "every_kind", "--limit", "x", "-h"]).out, ran.out);
    assert_eq!(run(&["call", "off", "--help"]).code, 0);
}
