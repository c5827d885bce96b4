//! From the command line to an exit code.

use std::process::ExitCode;

use clap::Parser;
use tool_core::{Registry, RegistryError};

use crate::commands::{Cli, Command};
use crate::exit::{FAILED, USAGE};
use crate::{
    audit, batch, call, check, completions, graph, import, info, list, out, schema, search, select,
};

/// Runs the command over the process's own arguments.
///
/// The registry may be an error: it is printed, and the exit code is 1.
///
/// The panic of a tool becomes one line of the call's result. To see Rust's own message as well,
/// with its place, set `RUST_BACKTRACE`.
pub fn main(registry: Result<Registry, RegistryError>) -> ExitCode {
    quieten_contained_panics();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // To stdout for `--help`, to stderr for a fault. A reader that went away is no fault.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    let registry = match registry {
        Ok(registry) => registry,
        Err(error) => return ExitCode::from(out::error(&error.to_string(), FAILED)),
    };
    ExitCode::from(match cli.command {
        Command::List(args) => list::run(&registry, &args),
        Command::Info { name } => info::run(&registry, &name),
        Command::Search(args) => search::run(&registry, &args),
        Command::Select(args) => select::run(&registry, &args),
        Command::Graph(args) => graph::run(&registry, &args),
        Command::Schema(args) => schema::run(&registry, &args),
        Command::Check(args) => check::run(&registry, &args),
        Command::Import(args) => import::run(&args),
        Command::Call(args) => call::run(registry, &args),
        Command::Batch(args) => batch::run(registry, &args),
        Command::Audit(args) => audit::run(&args),
        Command::Completions { shell } => completions::run(&registry, shell),
    })
}

/// Tools run in threads of their own, where their panics are contained and reported as results;
/// this command's own code runs in the main thread, whose panics are told as ever.
fn quieten_contained_panics() {
    if std::env::var_os("RUST_BACKTRACE").is_some() {
        return;
    }
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() == Some("main") {
            told(panic);
        }
    }));
}
