//! What can be typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use tool_core::Mode;

const EXIT_CODES: &str = "\
Exit codes: 0 success; 1 the tool failed; 2 invalid arguments or usage; 3 denied or over a
ceiling; 4 unknown, disabled or unavailable tool; 124 timeout; 130 cancelled";

/// Tools for LLM agents, from a terminal.
#[derive(Debug, Parser)]
#[command(name = "tool", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the tools
    List(ListArgs),
    /// Show all that is known of one tool
    Info {
        /// Name, alias, or name with its namespace (fs.read)
        name: String,
    },
    /// Print definitions, in the form that MCP has
    Schema(SchemaArgs),
    /// Call a tool
    ///
    /// Everything after the tool's name belongs to the tool: `tool call find_files --help`
    /// shows its flags.
    #[command(
        subcommand_value_name = "NAME",
        override_usage = "tool call [OPTIONS] NAME [FLAGS OF THE TOOL]",
        after_help = EXIT_CODES
    )]
    Call(CallArgs),
    /// Print a completion script
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Only tools with this tag
    #[arg(long)]
    pub(crate) tag: Option<String>,
    /// Only tools of this category
    #[arg(long)]
    pub(crate) category: Option<String>,
    /// Switched-off tools as well
    #[arg(long)]
    pub(crate) all: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// The tools; all if none is named
    pub(crate) names: Vec<String>,
    /// How much of each schema
    #[arg(long, value_enum, default_value_t = Level::Full)]
    pub(crate) level: Level,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Level {
    /// Everything
    Full,
    /// Every parameter, first sentences
    Compact,
    /// Required parameters only
    Stub,
}

#[derive(Debug, Args)]
pub(crate) struct CallArgs {
    /// Folder within which files may be touched (may be given again) [default: .]
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Vec<PathBuf>,
    /// Ceiling over the call: plan only reads and fetches, explore writes and runs only in a
    /// sandbox, build may do everything
    #[arg(long, default_value = "build", value_parser = mode())]
    pub(crate) mode: Mode,
    /// Answer each question with yes; this lifts no other rule
    #[arg(long)]
    pub(crate) yes: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(subcommand)]
    pub(crate) tool: ToolWords,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// As the model reads it
    Text,
    /// The whole result as one JSON object
    Json,
}

/// The modes, with their names for help and completions.
fn mode() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::NAMES).try_map(|name| name.parse::<Mode>())
}

/// The name of a tool and all that follows it, untouched.
#[derive(Debug, Subcommand)]
pub(crate) enum ToolWords {
    #[command(external_subcommand)]
    Words(Vec<OsString>),
}
