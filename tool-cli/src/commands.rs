//! What can be typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use tool_core::{Mode, SchemaLevel, Stage};
use tool_dialects::Dialect;

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
    /// Find the tools that suit a request, best first
    Search(SearchArgs),
    /// Show what an agent would be shown for a request, and say of every tool why
    Select(SelectArgs),
    /// Draw what tools are to each other
    ///
    /// Edges that name no tool are said, and the exit code is 1 then.
    Graph(GraphArgs),
    /// Print definitions, in the form that a provider has
    Schema(SchemaArgs),
    /// Look at every tool as every provider would, and as a careful reader would
    ///
    /// Errors are what some provider refuses; the exit code is 1 then. Warnings are advice.
    Check(CheckArgs),
    /// Read definitions of any provider's form, and print them as ours
    Import(ImportArgs),
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
    /// Run calls from a file of JSON lines, side by side where nothing forbids it
    ///
    /// Each line is {"tool": NAME, "arguments": {…}, "id": …}; the id may be absent. Results come in
    /// the order of the calls, a JSON line each. Calls that touch one file keep their order.
    #[command(after_help = EXIT_CODES)]
    Batch(BatchArgs),
    /// Show the latest calls that this command made, and what became of them
    Audit(AuditArgs),
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
    /// Only tools that declare this stage
    #[arg(long, value_parser = stage())]
    pub(crate) stage: Option<Stage>,
    /// Only tools that declare this kind of task
    #[arg(long, value_name = "TYPE")]
    pub(crate) task: Option<String>,
    /// Only tools that this entry of an allow list gives (may be given again): *, #tag, ns.*,
    /// name, !entry, #a&#b
    #[arg(long, value_name = "ENTRY")]
    pub(crate) allow: Option<Vec<String>>,
    /// Switched-off tools as well
    #[arg(long)]
    pub(crate) all: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SelectArgs {
    /// The request, in words
    pub(crate) request: String,
    /// Only tools that this entry of an allow list gives (may be given again): *, #tag, ns.*,
    /// name, !entry, #a&#b
    #[arg(long, value_name = "ENTRY")]
    pub(crate) allow: Option<Vec<String>>,
    /// The stage of the conversation
    #[arg(long, value_parser = stage())]
    pub(crate) stage: Option<Stage>,
    /// The kind of task
    #[arg(long, value_name = "TYPE")]
    pub(crate) task: Option<String>,
    /// The ceiling over the calls
    #[arg(long, default_value = "build", value_parser = mode())]
    pub(crate) mode: Mode,
    /// A tool that was called lately (may be given again)
    #[arg(long, value_name = "NAME")]
    pub(crate) recent: Vec<String>,
    /// Most tools
    #[arg(short = 'k', value_name = "N", default_value_t = 15)]
    pub(crate) most: usize,
    /// Most tokens, as estimated: less of the least relevant schemas is shown first
    #[arg(long, value_name = "N")]
    pub(crate) tokens: Option<usize>,
    /// How much of each schema, while the tokens last
    #[arg(long, value_enum, default_value_t = Level::Full)]
    pub(crate) level: Level,
    /// As JSON: {"names", "tokens", "trace"}
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GraphArgs {
    /// Only edges of these tools; all if none is named
    pub(crate) names: Vec<String>,
    /// The language of the drawing
    #[arg(long, value_enum, default_value_t = GraphForm::Mermaid)]
    pub(crate) format: GraphForm,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphForm {
    /// A flow chart of Mermaid
    Mermaid,
    /// A digraph of Graphviz
    Dot,
}

/// The stages, with their names for help and completions.
fn stage() -> impl TypedValueParser<Value = Stage> {
    PossibleValuesParser::new(Stage::NAMES).try_map(|name| name.parse::<Stage>())
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// The request, in words
    #[arg(required_unless_present = "queries", conflicts_with = "queries")]
    pub(crate) query: Option<String>,
    /// Most tools
    #[arg(short = 'k', value_name = "N", default_value_t = 10)]
    pub(crate) most: usize,
    /// Search these tools in place of the linked ones: JSON lines of {"name", "description",
    /// "parameters"}, the last may be absent; - is stdin
    #[arg(long, value_name = "FILE")]
    pub(crate) catalog: Option<PathBuf>,
    /// Many requests at once: JSON lines of {"query"}; the output has a line for each
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: Option<PathBuf>,
    /// As JSON lines of {"query", "names"}, best first
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// The tools; all if none is named
    pub(crate) names: Vec<String>,
    /// The provider's form [default: mcp-2025-11-25]
    #[arg(long, value_name = "DIALECT", value_parser = dialect())]
    pub(crate) dialect: Option<Dialect>,
    /// Ask for the strict form, where there is one
    #[arg(long)]
    pub(crate) strict: bool,
    /// Say what the form could not carry: {"definition", "strict", "losses"} for each tool
    #[arg(long)]
    pub(crate) report: bool,
    /// Take the tool from a file, {"name", "description", "parameters"}, or a list of such;
    /// - is stdin
    #[arg(long, value_name = "FILE", conflicts_with = "names")]
    pub(crate) from: Option<PathBuf>,
    /// How much of each schema
    #[arg(long, value_enum, default_value_t = Level::Full)]
    pub(crate) level: Level,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The tools; all if none is named
    pub(crate) names: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The definitions, or a request or listing that holds them; - is stdin
    pub(crate) file: PathBuf,
    /// The form that they have
    #[arg(long, value_name = "DIALECT", value_parser = dialect())]
    pub(crate) dialect: Dialect,
}

/// The dialects, with their names for help and completions.
fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name))
        .try_map(|name| name.parse::<Dialect>())
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

impl From<Level> for SchemaLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::Full => SchemaLevel::Full,
            Level::Compact => SchemaLevel::Compact,
            Level::Stub => SchemaLevel::Stub,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct BatchArgs {
    #[command(flatten)]
    pub(crate) host: HostArgs,
    /// Most calls at once
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: u16,
    /// The calls; - is stdin
    pub(crate) file: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// How many calls
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) last: usize,
    /// As JSON lines
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HostArgs {
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
}

#[derive(Debug, Args)]
pub(crate) struct CallArgs {
    #[command(flatten)]
    pub(crate) host: HostArgs,
    /// Say what every stage would do with the call, and run nothing
    #[arg(long)]
    pub(crate) explain: bool,
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
