//! `tool audit`.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::Value;

use crate::commands::AuditArgs;
use crate::exit::FAILED;
use crate::{config, out};

pub(crate) fn run(args: &AuditArgs) -> u8 {
    let Some(path) = config::audit() else {
        return out::error("there is no home folder, so no records are kept", FAILED);
    };
    let last = match last(&path, args.last) {
        Ok(last) => last,
        Err(message) => return out::error(&message, FAILED),
    };
    if last.is_empty() {
        out::note(&format!("No call has been recorded in {}.", path.display()));
        return 0;
    }
    if args.json {
        let lines: String = last.iter().map(|line| format!("{line}\n")).collect();
        return out::bytes(lines.as_bytes());
    }
    let rows: String = last.iter().map(row).collect();
    out::result(&rows)
}

/// The last records of ended calls, the oldest first, from the file and the one put aside.
fn last(path: &PathBuf, count: usize) -> Result<VecDeque<Value>, String> {
    let mut aside = path.clone().into_os_string();
    aside.push(".1");
    let mut found = VecDeque::new();
    for path in [&PathBuf::from(aside), path] {
        let file = match std::fs::File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(format!("{} cannot be read: {error}", path.display())),
        };
        for line in BufReader::new(file).lines().map_while(Result::ok) {
            // A line that a crash cut short is no record.
            let Ok(record) = serde_json::from_str::<Value>(&line) else { continue };
            if record.get("event").and_then(Value::as_str) != Some("ended") {
                continue;
            }
            found.push_back(record);
            if found.len() > count {
                found.pop_front();
            }
        }
    }
    Ok(found)
}

/// One line: when, how it ended, what, how long, why.
fn row(record: &Value) -> String {
    let text = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default();
    let number = |key: &str| record.get(key).and_then(Value::as_u64);
    let took = number("ran_us").map_or_else(|| "-".to_owned(), |us| format!("{} ms", us / 1_000));
    let why = [text("decision"), text("reason")];
    let why: Vec<&str> = why.into_iter().filter(|text| !text.is_empty()).collect();
    let when = UNIX_EPOCH + Duration::from_millis(number("time_ms").unwrap_or_default());
    format!(
        "{}  {:<17} {:<16} {:>8}  {}\n",
        humantime::format_rfc3339_seconds(when),
        text("status"),
        text("tool"),
        took,
        why.join("; ").lines().next().unwrap_or_default()
    )
}
