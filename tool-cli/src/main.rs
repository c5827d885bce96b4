//! The `tool` command with the standard tools.

fn main() -> std::process::ExitCode {
    tool_std::link();
    tool_cli::main(tool_core::Registry::collect())
}
