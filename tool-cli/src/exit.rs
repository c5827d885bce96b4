//! From the command line to an exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use tool_core::{Registry, RegistryError, Status};

use crate::commands::{Cli, Command};
use crate::{call, info, list, schema};

/// Wrong usage, or arguments that do not fit.
pub(crate) const USAGE: u8 = 2;

/// No such tool, or not now.
pub(crate) const NO_TOOL: u8 = 4;

/// The exit code of a call: the one table of these.
///
/// ```
/// use tool_core::Status;
/// assert_eq!(tool_cli::code(Status::Ok), 0);
/// assert_eq!(tool_cli::code(Status::Timeout), 124);
/// ```
pub const fn code(status: Status) -> u8 {
    match status {
        Status::Ok | Status::Empty => 0,
        Status::InvalidArguments => USAGE,
        Status::Denied
        | Status::ModeRefused
        | Status::NotAllowed
        | Status::Blocked
        | Status::OverBudget
        | Status::RateLimited
        | Status::Loop
        | Status::SandboxUnavailable => 3,
        Status::UnknownTool | Status::Disabled | Status::Unavailable => NO_TOOL,
        Status::Timeout => 124,
        Status::Cancelled => 130,
        Status::Panicked | Status::TooLarge | Status::UnknownOutcome | Status::Failed => 1,
    }
}

/// Runs the command over the process's own arguments.
///
/// The registry may be an error: it is printed, and the exit code is 1.
pub fn main(registry: Result<Registry, RegistryError>) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // To stdout for `--help`, to stderr for a fault.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    let registry = match registry {
        Ok(registry) => registry,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(1);
        }
    };
    ExitCode::from(match cli.command {
        Command::List(args) => list::run(&registry, &args),
        Command::Info { name } => info::run(&registry, &name),
        Command::Schema(args) => schema::run(&registry, &args),
        Command::Call(args) => call::run(registry, args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "tool", &mut script);
            print_bytes(&script)
        }
    })
}

/// Prints a line. A reader that went away is the end of the work, not a fault.
pub(crate) fn print(text: &str) -> u8 {
    let mut line = String::with_capacity(text.len() + 1);
    line.push_str(text);
    if !text.is_empty() && !text.ends_with('\n') {
        line.push('\n');
    }
    print_bytes(line.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> u8 {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => 0,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => {
            eprintln!("error: the result cannot be written: {error}");
            1
        }
    }
}

/// Says that there is no such tool, with near names only.
pub(crate) fn no_tool(registry: &Registry, name: &str) -> u8 {
    let near = registry.suggest(name);
    let hint = if near.is_empty() {
        "`tool list` shows those there are.".to_owned()
    } else {
        format!("Did you mean {}?", near.join(", "))
    };
    eprintln!("error: there is no tool `{}`. {hint}", crate::text::safe(name));
    NO_TOOL
}

/// The tool with a name, an alias, or a name after its namespace.
pub(crate) fn find(registry: &Registry, name: &str) -> Option<tool_core::Tool> {
    registry.get(name).or_else(|| {
        let (_, last) = name.rsplit_once('.')?;
        registry.get(last).filter(|tool| {
            let namespace = tool.metadata().namespace.as_deref().unwrap_or_default();
            tool.names().any(|known| name == format!("{namespace}.{known}"))
        })
    })
}
