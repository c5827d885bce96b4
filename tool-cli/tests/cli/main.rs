//! The command as real processes.
//!
//! This program is two: without anything said it runs the tests; asked by [`run::FIXTURE`] it is
//! the command itself over tools that panic, hang and refuse. So the tests always run the very
//! code that they were built with.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[macro_use]
mod run;

mod call;
mod dialects;
mod ends;
mod fixture;
mod flags;
mod rules;
mod search;
mod select;
mod show;
#[cfg(unix)]
mod terminal;

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::var_os(run::FIXTURE).is_some() {
        return tool_cli::main(fixture::registry());
    }
    let mut tests = Vec::new();
    tests.extend(call::tests());
    tests.extend(dialects::tests());
    tests.extend(ends::tests());
    tests.extend(flags::tests());
    tests.extend(rules::tests());
    tests.extend(search::tests());
    tests.extend(select::tests());
    tests.extend(show::tests());
    #[cfg(unix)]
    tests.extend(terminal::tests());
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), tests).exit_code()
}
