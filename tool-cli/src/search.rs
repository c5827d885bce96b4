//! `tool search`.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tool_core::{Registry, Show};
use tool_search::{Document, Index};

use crate::commands::SearchArgs;
use crate::exit::USAGE;
use crate::{out, text};

/// A tool of a catalogue; what else stands in its line is not looked at.
#[derive(Debug, Deserialize)]
struct Entry {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    parameters: Value,
}

/// A request of many.
#[derive(Debug, Deserialize)]
struct Query {
    query: String,
}

pub(crate) fn run(registry: &Registry, args: &SearchArgs) -> u8 {
    let mut descriptions = HashMap::new();
    let index = match index(registry, args.catalog.as_deref(), &mut descriptions) {
        Ok(index) => index,
        Err(message) => return out::error(&message, USAGE),
    };
    let queries = match (&args.queries, &args.query) {
        (Some(path), _) => match lines::<Query>(path, "{\"query\": …}") {
            Ok(queries) => queries.into_iter().map(|line| line.query).collect(),
            Err(message) => return out::error(&message, USAGE),
        },
        (None, query) => Vec::from_iter(query.clone()),
    };
    let mut shown = String::new();
    for query in queries {
        let names: Vec<String> =
            index.search(&query, args.most).into_iter().map(|found| found.name).collect();
        if args.json || args.queries.is_some() {
            let _ = writeln!(shown, "{}", json!({"query": query, "names": names}));
        } else if names.is_empty() {
            out::note(
                "No tool has a word in common with that; `tool list` shows all that there are.",
            );
        } else {
            shown.push_str(&table(&names, &descriptions));
        }
    }
    out::bytes(shown.as_bytes())
}

fn table(names: &[String], descriptions: &HashMap<String, String>) -> String {
    let rows: Vec<Vec<String>> = names
        .iter()
        .map(|name| {
            let description = descriptions.get(name).map(String::as_str).unwrap_or_default();
            vec![name.clone(), description.lines().next().unwrap_or_default().to_owned()]
        })
        .collect();
    let table = text::columns(&rows);
    let lines = table.lines().map(text::safe).collect::<Vec<_>>();
    format!("{}\n", lines.join("\n"))
}

fn index(
    registry: &Registry,
    catalog: Option<&Path>,
    descriptions: &mut HashMap<String, String>,
) -> Result<Index, String> {
    let mut index = Index::new();
    let Some(path) = catalog else {
        for tool in registry.list_tools(Show::Enabled) {
            descriptions.insert(tool.name().to_owned(), tool.description().to_owned());
            index.insert(Document::of(&tool));
        }
        return Ok(index);
    };
    for entry in lines::<Entry>(path, "{\"name\": …, \"description\": …}")? {
        descriptions.insert(entry.name.clone(), entry.description.clone());
        index.insert(Document::new(entry.name, entry.description).parameters(&entry.parameters));
    }
    Ok(index)
}

/// The lines of a file of JSON lines; a fault names its line.
fn lines<T: DeserializeOwned>(path: &Path, form: &str) -> Result<Vec<T>, String> {
    let name = path.display();
    let mut text = String::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_string(&mut text).map(drop)
    } else {
        std::fs::read_to_string(path).map(|read| text = read)
    };
    read.map_err(|error| format!("{name} cannot be read: {error}"))?;
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let read = serde_json::from_str(line)
            .map_err(|error| format!("{name}:{}: {error}; a line is {form}", number + 1))?;
        all.push(read);
    }
    Ok(all)
}
