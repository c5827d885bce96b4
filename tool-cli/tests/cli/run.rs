//! Running the command.

use std::io::Write;
use std::process::{Command, Stdio};

/// Set, this program is the command over the fixture's tools.
pub(crate) const FIXTURE: &str = "TOOL_CLI_FIXTURE";

/// What a process gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The command with the tools that ship.
pub(crate) fn shipped() -> Command {
    prepared(Command::new(env!("CARGO_BIN_EXE_tool")))
}

/// The command with the fixture's tools.
pub(crate) fn fixture() -> Command {
    let mut command = prepared(Command::new(std::env::current_exe().unwrap()));
    command.env(FIXTURE, "1");
    command
}

fn prepared(mut command: Command) -> Command {
    command.env_remove("RUST_BACKTRACE").stdin(Stdio::null());
    // Neither the rules nor the records of whoever runs the tests.
    command.env("XDG_CONFIG_HOME", home()).env("XDG_STATE_HOME", home());
    command
}

/// A home without configuration.
fn home() -> &'static std::path::Path {
    std::path::Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/home"))
}

/// Runs a command to its end.
pub(crate) fn end(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the fixture's command with words.
pub(crate) fn run(words: &[&str]) -> Ran {
    end(fixture().args(words))
}

/// Runs the fixture's command with words, and text on stdin.
pub(crate) fn run_with(words: &[&str], stdin: &[u8]) -> Ran {
    let mut command = fixture();
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(stdin).unwrap();
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The tests of a module, by name.
macro_rules! tests {
    ($($name:ident),+ $(,)?) => {
        pub(crate) fn tests() -> Vec<libtest_mimic::Trial> {
            vec![$(
                libtest_mimic::Trial::test(
                    concat!(module_path!(), "::", stringify!($name)),
                    || { $name(); Ok(()) },
                )
            ),+]
        }
    };
}
