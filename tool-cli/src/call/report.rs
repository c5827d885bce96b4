//! The result of a call as a person, or a script, reads it.

use tool_core::{Attachment, Status, Tool, ToolResult};

use crate::commands::{CallArgs, Format};
use crate::{exit, list, out, terminal};

/// Prints a result: what the tool gave to stdout, everything else to stderr.
pub(super) fn print(result: &ToolResult, tool: Option<&Tool>, args: &CallArgs) -> u8 {
    let code = exit::code(result.status);
    let printed = match args.format {
        Format::Json => out::result(&list::pretty(&result.to_json())),
        Format::Text if result.success => {
            let printed = out::result(&shown(result));
            result.hint.iter().for_each(|hint| out::note(hint));
            printed
        }
        Format::Text => {
            out::note(&result.to_text());
            0
        }
    };
    for attachment in result.output.attachments() {
        out::note(&not_shown(attachment));
    }
    if let Some(advice) = advice(result, tool, args) {
        out::note(&advice);
    }
    if code == 0 { printed } else { code }
}

/// What a success gave: the tool's own text, else its data spread over lines.
fn shown(result: &ToolResult) -> String {
    if let Some(text) = result.output.own_text() {
        return text.to_owned();
    }
    result.output.value().map(|value| list::pretty(&value)).unwrap_or_default()
}

fn not_shown(attachment: &Attachment) -> String {
    let name = match attachment {
        Attachment::File { name, .. } => format!(" `{}`", name.display()),
        _ => String::new(),
    };
    let (kind, size) = (attachment.media_type(), attachment.bytes().len());
    format!("[attachment{name} not shown: {kind}, {size} bytes]")
}

/// What only the person at this terminal can do about a failure.
fn advice(result: &ToolResult, tool: Option<&Tool>, args: &CallArgs) -> Option<String> {
    let name = tool?.name();
    match result.status {
        // The command was asked without anybody there; its text for hosts' authors is no help.
        Status::Denied if !args.host.yes && !terminal::has_person() => Some(format!(
            "There is no terminal to ask on. To allow this call: tool call --yes {name} …"
        )),
        Status::InvalidArguments => Some(format!("`tool call {name} --help` shows its flags.")),
        _ => result.operator_text().map(|text| format!("({text})")),
    }
}
