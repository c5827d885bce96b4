//! `tool completions`: the command's own words, and every tool's name and flags.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, CommandFactory, ValueHint};
use clap_complete::Shell;
use tool_core::{Registry, SchemaLevel, Show, Tool};

use crate::commands::Cli;
use crate::shape::Shape;
use crate::{help, out};

pub(crate) fn run(registry: &Registry, shell: Shell) -> u8 {
    let tools = registry.list_tools(Show::Enabled);
    let names: Vec<String> = tools.iter().map(|tool| tool.name().to_owned()).collect();
    let named = |id: &'static str| {
        let names = PossibleValuesParser::new(names.clone());
        move |command: Command| command.mut_arg(id, |arg| arg.value_parser(names))
    };
    let mut command = Cli::command()
        .mut_subcommand("info", named("name"))
        .mut_subcommand("schema", named("names"))
        .mut_subcommand("call", |call| call.subcommands(tools.iter().map(flags)));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "tool", &mut script);
    out::bytes(&script)
}

/// A tool as a command whose flags are its parameters.
fn flags(tool: &Tool) -> Command {
    let shape = Shape::new(tool.schema(SchemaLevel::Full));
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut command = Command::new(tool.name().to_owned())
        .about(first_line(tool.description()))
        .disable_help_flag(true)
        .disable_help_subcommand(true);
    let mut add = |flag: String, arg: Arg| {
        if taken.insert(flag.clone()) {
            command = std::mem::take(&mut command).arg(arg.long(flag));
        }
    };
    for (name, schema) in shape.parameters() {
        let flag = name.replace('_', "-");
        let takes = shape.takes(schema);
        let about = schema.get("description").and_then(|text| text.as_str()).unwrap_or_default();
        let arg = Arg::new(flag.clone()).help(first_line(about));
        if takes.is_switch() {
            add(flag, arg.action(ArgAction::SetTrue));
            continue;
        }
        let choices = help::choices(&takes);
        let arg = arg.action(ArgAction::Append);
        add(flag, if choices.is_empty() { arg } else { arg.value_parser(choices_of(choices)) });
    }
    // After the parameters: a parameter of this very name comes first.
    for (name, schema) in shape.parameters() {
        if shape.takes(schema).is_switch() && !name.starts_with("no_") {
            let flag = format!("no-{}", name.replace('_', "-"));
            add(flag.clone(), Arg::new(flag).action(ArgAction::SetTrue));
        }
    }
    let json = Arg::new("json").help("All arguments as one JSON object");
    add("json".to_owned(), json.value_hint(ValueHint::Other));
    let about = Arg::new("help").help("Show the flags of this tool");
    add("help".to_owned(), about.action(ArgAction::SetTrue));
    command
}

fn choices_of(choices: Vec<String>) -> PossibleValuesParser {
    PossibleValuesParser::new(choices)
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
