//! `tool batch`.

use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};
use tool_core::{Batch, Registry, ToolCall, ToolResult};

use crate::commands::BatchArgs;
use crate::exit::{self, FAILED, USAGE};
use crate::host::{self, Host};
use crate::out;
use crate::wait::{GRACE, Signals};

/// One line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    tool: String,
    #[serde(default)]
    arguments: Map<String, Value>,
    #[serde(default)]
    id: Option<String>,
}

pub(crate) fn run(registry: Registry, args: &BatchArgs) -> u8 {
    let lines = match read(args) {
        Ok(lines) => lines,
        Err(message) => return out::error(&message, USAGE),
    };
    let host = match host::host(registry, &args.host, usize::from(args.jobs)) {
        Ok(host) => host,
        Err((message, code)) => return out::error(&message, code),
    };
    match all(&host, lines) {
        Ok(code) => code,
        Err(error) => out::error(&format!("the calls cannot be started: {error}"), FAILED),
    }
}

/// Every call of the file: nothing runs where one of them cannot be read.
fn read(args: &BatchArgs) -> Result<Vec<Line>, String> {
    let name = args.file.display();
    let source: Box<dyn Read> = if args.file.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        let opened = std::fs::File::open(&args.file);
        Box::new(opened.map_err(|error| format!("{name} cannot be read: {error}"))?)
    };
    let mut lines = Vec::new();
    for (index, line) in BufReader::new(source).lines().enumerate() {
        let line = line.map_err(|error| format!("{name}:{}: {error}", index + 1))?;
        if line.trim().is_empty() {
            continue;
        }
        let read: Line = serde_json::from_str(&line).map_err(|error| {
            format!(
                "{name}:{}: {error}; a line is {{\"tool\": NAME, \"arguments\": {{…}}}}",
                index + 1
            )
        })?;
        lines.push(read);
    }
    Ok(lines)
}

fn all(host: &Host, lines: Vec<Line>) -> std::io::Result<u8> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let code = runtime.block_on(async {
        let mut signals = Signals::new()?;
        let ids: Vec<Arc<str>> = lines
            .iter()
            .enumerate()
            .map(|(index, line)| match &line.id {
                Some(id) => Arc::from(id.as_str()),
                None => Arc::from((index + 1).to_string()),
            })
            .collect();
        let calls = lines.into_iter().zip(&ids).map(|(line, id)| {
            ToolCall::new(line.tool, line.arguments).id(Arc::clone(id)).cancel(host.cancel.clone())
        });
        let mut batch = host.executor.batch(calls);
        let mut printer = Printer { ids: &ids, next: 0, waiting: Map::new(), code: 0 };
        loop {
            tokio::select! {
                ready = batch.next() => match ready {
                    Some((index, result)) => {
                        host.meter.clear();
                        printer.take(index, &result);
                    }
                    None => break,
                },
                () = signals.next() => {
                    host.cancel.cancel();
                    rest(&mut batch, &mut printer).await;
                    break;
                }
            }
        }
        Ok(printer.code)
    });
    runtime.shutdown_timeout(GRACE);
    code
}

/// What is still to come of withdrawn calls, for as long as they may take to end.
async fn rest(batch: &mut Batch, printer: &mut Printer<'_>) {
    let ending = async {
        while let Some((index, result)) = batch.next().await {
            printer.take(index, &result);
        }
    };
    let _rest_is_lost = tokio::time::timeout(GRACE, ending).await;
    printer.code = 130;
}

/// Prints results in the order of their calls, each as soon as those before it are printed.
struct Printer<'a> {
    ids: &'a [Arc<str>],
    next: usize,
    waiting: Map<String, Value>,
    code: u8,
}

impl Printer<'_> {
    fn take(&mut self, index: usize, result: &ToolResult) {
        // The first that failed says how the whole ended.
        let code = exit::code(result.status);
        if self.code == 0 {
            self.code = code;
        }
        self.waiting.insert(index.to_string(), result.to_json());
        while let Some(Value::Object(mut result)) = self.waiting.remove(&self.next.to_string()) {
            let mut line = Map::new();
            let id = self.ids.get(self.next).map(|id| id.to_string());
            line.insert("id".to_owned(), id.into());
            line.append(&mut result);
            out::bytes(format!("{}\n", Value::Object(line)).as_bytes());
            self.next += 1;
        }
    }
}
