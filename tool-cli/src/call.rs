//! `tool call`.

use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::time::Duration;

use serde_json::Value;
use tool_core::exec::approve_all;
use tool_core::{
    Cancel, Executor, ExecutorBuilder, Mode, Progress, RawArguments, Registry, SchemaLevel, Status,
    ToolCall, ToolResult,
};

use crate::approve::{Terminal, has_terminal};
use crate::commands::{CallArgs, Format, ToolWords};
use crate::exit::{self, USAGE};
use crate::flags::{self, Words};
use crate::{help, list, text};

pub(crate) fn run(registry: Registry, args: CallArgs) -> u8 {
    let ToolWords::Words(words) = &args.tool;
    let Some((name, words)) = words.split_first() else { return USAGE };
    let name = name.to_string_lossy();
    let Some(tool) = exit::find(&registry, &name) else {
        return exit::no_tool(&registry, &name);
    };
    let arguments = match read(tool.schema(SchemaLevel::Full), words) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => return exit::print(&text::for_stdout(&help::page(&tool))),
        Err(message) => return usage(&message, tool.name()),
    };
    let mode: Mode = match args.mode.parse() {
        Ok(mode) => mode,
        Err(error) => return usage(&format!("{error}"), tool.name()),
    };
    let executor = match build(registry, &args, mode) {
        Ok(executor) => executor,
        Err(message) => {
            eprintln!("error: {message}");
            return 1;
        }
    };
    let called = if tool.names().any(|known| known == name) { &*name } else { tool.name() };
    match wait(&executor, called, arguments) {
        Ok(result) => report(&result, &args),
        Err(error) => {
            eprintln!("error: no runtime could be started: {error}");
            1
        }
    }
}

fn usage(message: &str, tool: &str) -> u8 {
    eprintln!("error: {}. `tool call {tool} --help` shows its flags.", text::safe(message));
    USAGE
}

/// The arguments; none if help was asked for.
fn read(schema: &Value, words: &[OsString]) -> Result<Option<RawArguments<'static>>, String> {
    Ok(match flags::parse(schema, words)? {
        Words::Help => None,
        Words::Arguments(map) => Some(map.into()),
        Words::Json(text) => Some(text.into()),
        Words::Stdin => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| format!("stdin cannot be read: {error}"))?;
            Some(text.into())
        }
    })
}

fn build(registry: Registry, args: &CallArgs, mode: Mode) -> Result<Executor, String> {
    let mut builder = Executor::builder(registry).mode(mode);
    for root in &args.root {
        if !root.is_dir() {
            return Err(format!("the root {} is no folder", root.display()));
        }
        builder = builder.root(root);
    }
    builder = with_approver(builder, args.yes);
    if std::io::stderr().is_terminal() {
        builder = builder.on_progress(show);
    }
    builder.build().map_err(|error| error.to_string())
}

fn with_approver(builder: ExecutorBuilder, yes: bool) -> ExecutorBuilder {
    if yes {
        builder.approver(approve_all())
    } else if has_terminal() {
        builder.approver(Terminal)
    } else {
        builder
    }
}

/// Progress on one line of the terminal, which the next overwrites.
fn show(progress: &Progress) {
    let of = progress.total.map(|total| format!("/{total}")).unwrap_or_default();
    eprint!("\r\u{1b}[K{}{of} {}", progress.done, text::safe(&progress.message));
}

/// Runs the call to its result; Ctrl-C withdraws it.
fn wait(
    executor: &Executor,
    name: &str,
    arguments: RawArguments<'static>,
) -> std::io::Result<ToolResult> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let cancel = Cancel::new();
        let call = executor.run(ToolCall::new(name, arguments).cancel(cancel.clone()));
        tokio::pin!(call);
        tokio::select! {
            result = &mut call => result,
            _ = tokio::signal::ctrl_c() => {
                cancel.cancel();
                // A call that waits for a person does not look at the flag.
                match tokio::time::timeout(Duration::from_secs(1), call).await {
                    Ok(result) => result,
                    Err(_) => ToolResult::failed(Status::Cancelled, "the call was withdrawn"),
                }
            }
        }
    });
    // A thread that still reads the terminal must not keep the process.
    runtime.shutdown_background();
    Ok(result)
}

fn report(result: &ToolResult, args: &CallArgs) -> u8 {
    let code = exit::code(result.status);
    if args.format == Format::Json {
        let printed = exit::print(&text::for_stdout(&list::pretty(&result.to_json())));
        return if code == 0 { printed } else { code };
    }
    if result.success {
        let printed = exit::print(&text::for_stdout(&shown(result)));
        return if code == 0 { printed } else { code };
    }
    eprintln!("{}", text::safe(&result.to_text()));
    if result.status == Status::Denied && !args.yes && !has_terminal() {
        eprintln!("There is no terminal to ask on; `tool call --yes …` allows the call.");
    }
    code
}

/// The result as a person reads it: data is spread over lines.
fn shown(result: &ToolResult) -> String {
    match result.output.value() {
        Some(value) if result.output.own_text().is_none() && result.hint.is_none() => {
            list::pretty(&value)
        }
        _ => result.to_text().into_owned(),
    }
}
