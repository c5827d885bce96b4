//! `tool call`.

mod flags;
mod json;
mod report;

use std::ffi::OsString;
use std::io::{IsTerminal, Read};

use tool_core::{
    MAX_ARGUMENT_BYTES, RawArguments, Registry, SchemaLevel, Status, Tool, ToolCall, ToolResult,
};

use crate::commands::{CallArgs, ToolWords};
use crate::exit::{DENIED, FAILED, USAGE};
use crate::host::{self, Host};
use crate::{find, help, out, wait};
use flags::{Faulty, Words};

pub(crate) fn run(registry: Registry, args: &CallArgs) -> u8 {
    let ToolWords::Words(words) = &args.tool;
    let Some((name, words)) = words.split_first() else { return USAGE };
    let name = name.to_string_lossy();
    let Some(tool) = find::tool(&registry, &name) else {
        return report::print(&find::unknown(&registry, &name), None, args);
    };
    let result = match read(&tool, words) {
        Ok(None) => return out::result(&help::page(&tool)),
        Ok(Some(arguments)) => {
            // As it was called, so that the result can say so; a namespace is ours alone.
            let known = tool.names().any(|known| known == name);
            let name = if known { &*name } else { tool.name() };
            if args.explain {
                let said = explain(registry, args, name, arguments);
                return said.unwrap_or_else(|(message, code)| out::error(&message, code));
            }
            match execute(registry, args, name, arguments) {
                Ok(result) => result,
                Err((message, code)) => return out::error(&message, code),
            }
        }
        Err(faults) => invalid(&tool, &faults),
    };
    report::print(&result, Some(&tool), args)
}

/// The arguments; none if help was asked for; the faults if the words make no call.
fn read(tool: &Tool, words: &[OsString]) -> Result<Option<RawArguments<'static>>, Vec<String>> {
    match flags::parse(tool.name(), tool.schema(SchemaLevel::Full), words) {
        Words::Help => Ok(None),
        Words::Arguments(map) => Ok(Some(map.into())),
        Words::Json(text) => Ok(Some(text.into())),
        Words::Stdin => stdin().map(|text| Some(text.into())).map_err(|fault| vec![fault]),
        Words::Faulty(faulty) => Err(with_arguments(tool, faulty)),
    }
}

fn stdin() -> Result<String, String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        out::note("Type the arguments as one JSON object, then Ctrl-D on a line of its own.");
    }
    let mut bytes = Vec::new();
    // One byte more than is read, so that the framework can say that it is too much.
    let most = MAX_ARGUMENT_BYTES as u64 + 1;
    match stdin.lock().take(most).read_to_end(&mut bytes) {
        Ok(_) => String::from_utf8(bytes).map_err(|_| "stdin is not UTF-8 text".to_owned()),
        Err(error) => Err(format!("stdin cannot be read: {error}")),
    }
}

/// The faults of the words, then those of the arguments that could be read.
fn with_arguments(tool: &Tool, faulty: Faulty) -> Vec<String> {
    let Faulty { mut faults, arguments, named } = faulty;
    let report = tool.validate(&arguments.into());
    let others = report.faults.iter().filter(|fault| {
        let parameter = fault.path.split(['.', '[']).next().unwrap_or_default();
        !named.iter().any(|named| named == parameter)
    });
    faults.extend(others.map(ToString::to_string));
    faults
}

fn invalid(tool: &Tool, faults: &[String]) -> ToolResult {
    let mut text = format!("invalid arguments for `{}`", tool.name());
    for fault in faults {
        text.push_str(&format!("\n- {fault}"));
    }
    ToolResult::failed(Status::InvalidArguments, text)
}

/// Runs the call; an error is one of the command, not of the call, with its exit code.
fn execute(
    registry: Registry,
    args: &CallArgs,
    name: &str,
    arguments: RawArguments<'static>,
) -> Result<ToolResult, (String, u8)> {
    let Host { executor, meter, cancel } = host::host(registry, &args.host, 1)?;
    let call = ToolCall::new(name, arguments).cancel(cancel.clone());
    let result = wait::run(&executor, call, cancel);
    meter.clear();
    result.map_err(|error| (format!("the call cannot be started: {error}"), FAILED))
}

/// What every stage says of the call; the exit code is that of its refusal.
fn explain(
    registry: Registry,
    args: &CallArgs,
    name: &str,
    arguments: RawArguments<'static>,
) -> Result<u8, (String, u8)> {
    let host = host::host(registry, &args.host, 1)?;
    let call = ToolCall::new(name, arguments);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| (format!("no runtime starts: {error}"), FAILED))?;
    let said = runtime.block_on(host.executor.explain(&call));
    let printed = out::result(&said.to_string());
    Ok(if said.refused_by().is_some() { DENIED } else { printed })
}
