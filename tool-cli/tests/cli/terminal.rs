//! A person at a terminal: a real one, made by the system for each test.

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

use crate::run::fixture;

tests![
    a_person_says_yes,
    a_person_says_no_with_a_reason,
    the_end_of_input_is_no_yes,
    ctrl_c_withdraws_the_question,
    nothing_hides_in_a_question,
    long_arguments_are_paged,
    typing_ahead_answers_nothing,
    stdin_may_hold_the_arguments_while_the_terminal_answers,
    yes_asks_nothing,
    progress_is_shown_and_taken_away,
    a_terminal_is_not_moved_by_results,
];

fn start(words: &[&str]) -> PtySession {
    let mut command = fixture();
    command.args(words);
    spawn_command(command, Some(60_000)).unwrap()
}

/// The exit code, and what was shown up to it.
fn finish(mut session: PtySession) -> (i32, String) {
    let shown = session.exp_eof().unwrap();
    match session.process().wait().unwrap() {
        WaitStatus::Exited(_, code) => (code, shown.replace("\r\n", "\n")),
        other => panic!("{other:?}"),
    }
}

const QUESTION: &str = "[a] show the arguments: ";

fn a_person_says_yes() {
    for (answer, code) in [("y", 0), ("s", 0), ("what?\r\ny", 0)] {
        let mut session = start(&["call", "keep", "--text", "hello", "--key", "hunter2"]);
        let asked = session.exp_string(QUESTION).unwrap();
        assert!(
            asked.contains("The tool `keep` asks to run (access write, danger safe)."),
            "{asked}"
        );
        assert!(
            asked.contains("  Keeps a note.") && asked.contains("  text: \"hello\""),
            "{asked}"
        );
        assert!(asked.contains("  key: (secret)") && !asked.contains("hunter2"), "{asked}");
        assert!(asked.contains("[y] once, [s] for this session, [n] no, "), "{asked}");
        session.send_line(answer).unwrap();
        let (ended, shown) = finish(session);
        assert_eq!(ended, code, "{shown}");
        assert!(shown.ends_with("kept 5 bytes, locked\n"), "{shown}");
    }
    // Where every call is asked for, a session is no answer.
    let mut session = start(&["call", "undeclared"]);
    let asked = session.exp_string(QUESTION).unwrap();
    assert!(asked.contains("no arguments") && !asked.contains("session"), "{asked}");
    session.send_line("s").unwrap();
    session.exp_string(QUESTION).unwrap();
    session.send_line("YES").unwrap();
    assert_eq!(finish(session).0, 0);
}

fn a_person_says_no_with_a_reason() {
    let mut session = start(&["call", "keep", "--text", "x"]);
    session.exp_string(QUESTION).unwrap();
    session.send_line("n not today").unwrap();
    let (code, shown) = finish(session);
    assert_eq!(code, 3);
    assert!(
        shown.ends_with(
            "The user did not allow this call; nothing was done. Reason given: \"not today\"\n"
        ),
        "{shown}"
    );
}

fn the_end_of_input_is_no_yes() {
    let mut session = start(&["call", "keep", "--text", "x"]);
    session.exp_string(QUESTION).unwrap();
    session.send_control('d').unwrap();
    let (code, shown) = finish(session);
    assert_eq!(code, 3, "{shown}");
}

fn ctrl_c_withdraws_the_question() {
    let mut session = start(&["call", "keep", "--text", "x"]);
    session.exp_string(QUESTION).unwrap();
    session.send_control('c').unwrap();
    let (code, shown) = finish(session);
    assert_eq!(code, 130, "{shown}");
    assert!(shown.contains("the call of `keep` was withdrawn before it was done"), "{shown}");
}

fn nothing_hides_in_a_question() {
    let mut session = start(&["call", "keep", "--text", "rm x\r\n\u{1b}[2K\u{202e}ok"]);
    let asked = session.exp_string(QUESTION).unwrap();
    assert!(asked.contains("| rm x\\u{d}"), "{asked}");
    assert!(asked.contains("| \\u{1b}[2K\\u{202e}ok"), "{asked}");
    session.send_line("n").unwrap();
    assert_eq!(finish(session).0, 3);
}

fn long_arguments_are_paged() {
    let text: Vec<String> = (0..100).map(|n| format!("row-{n}.")).collect();
    let mut session = start(&["call", "keep", "--text", &text.join("\n")]);
    let asked = session.exp_string(QUESTION).unwrap();
    assert!(asked.contains("Its arguments take 101 lines; `a` shows them all."), "{asked}");
    session.send_line("a").unwrap();
    let mut shown = String::new();
    loop {
        let (before, found) = session.exp_regex(r"Enter for more --|show the arguments: ").unwrap();
        shown.push_str(&before);
        if found.starts_with("show") {
            break;
        }
        session.send_line("").unwrap();
    }
    for row in &text {
        assert!(shown.contains(row), "{row}");
    }
    session.send_line("y").unwrap();
    assert_eq!(finish(session).0, 0);
}

/// The fixture's command behind a line of bash, with its words.
fn start_bash(line: &str) -> PtySession {
    let exe = std::env::current_exe().unwrap();
    let mut command = std::process::Command::new("bash");
    command.env(crate::run::FIXTURE, "1").env_remove("RUST_BACKTRACE");
    command.args(["--norc", "-c", line, "bash"]).arg(exe);
    spawn_command(command, Some(60_000)).unwrap()
}

fn typing_ahead_answers_nothing() {
    // Both lines wait on the terminal before the question is asked.
    let mut session = start_bash("read -r; exec \"$1\" call keep --text x");
    session.send_line("ready\ny").unwrap();
    session.exp_string(QUESTION).unwrap();
    session.send_control('d').unwrap();
    let (code, shown) = finish(session);
    assert_eq!(code, 3, "{shown}");
}

fn stdin_may_hold_the_arguments_while_the_terminal_answers() {
    let mut session = start_bash(r#"echo '{"text": "piped"}' | "$1" call keep --json -"#);
    let asked = session.exp_string(QUESTION).unwrap();
    assert!(asked.contains("text: \"piped\""), "{asked}");
    session.send_line("y").unwrap();
    let (code, shown) = finish(session);
    assert!(code == 0 && shown.ends_with("kept 5 bytes, open\n"), "{shown}");
}

fn yes_asks_nothing() {
    let (code, shown) = finish(start(&["call", "--yes", "keep", "--text", "x"]));
    assert_eq!((code, shown.as_str()), (0, "kept 1 bytes, open\n"));
}

fn progress_is_shown_and_taken_away() {
    let (code, shown) = finish(start(&["call", "steps"]));
    assert_eq!(code, 0);
    let line = |done: u8| format!("\r\u{1b}[Ksteps: {done}/3 step {done}\\u{{7}}");
    assert_eq!(shown, format!("{}{}{}\r\u{1b}[Kall done\n", line(1), line(2), line(3)));
}

fn a_terminal_is_not_moved_by_results() {
    let (code, shown) = finish(start(&["call", "rude"]));
    assert_eq!((code, shown.as_str()), (0, "a\\u{1b}[2Jb\nlook\\u{202e} again\n"));
}
