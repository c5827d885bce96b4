//! `tool import`: definitions of any form, as ours.

use serde_json::Value;
use tool_dialects::import;

use crate::commands::ImportArgs;
use crate::exit::USAGE;
use crate::{definition, list, out};

pub(crate) fn run(args: &ImportArgs) -> u8 {
    let read = definition::read(&args.file);
    let ours =
        read.and_then(|value| import(args.dialect, &value).map_err(|error| error.to_string()));
    match ours {
        Ok(ours) if ours.is_empty() => {
            let message = format!("{} holds no tool of that form", args.file.display());
            out::error(&message, USAGE)
        }
        Ok(ours) => match serde_json::to_value(&ours) {
            Ok(ours @ Value::Array(_)) => out::result(&list::pretty(&ours)),
            _ => out::error("the definitions cannot be written", USAGE),
        },
        Err(message) => out::error(&message, USAGE),
    }
}
