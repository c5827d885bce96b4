//! How well the ranking finds tools: `cargo bench -p tool-search --bench retrieval -- DIR…`, each
//! folder with `tools.jsonl` and `queries.jsonl`.

#![allow(
    clippy::indexing_slicing,
    reason = "a missing field of a line is null, and a broken set a broken bench"
)]

use std::path::Path;
use std::time::Instant;

use serde_json::Value;
use tool_search::{Document, Index, Weights};

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn weights() -> Weights {
    let mut weights = Weights::default();
    // For tuning by hand: `W="name=3 pair=0.2"`.
    for setting in std::env::var("W").unwrap_or_default().split_whitespace() {
        let (name, value) = setting.split_once('=').expect("NAME=NUMBER");
        let value: f64 = value.parse().expect("a number");
        match name {
            "name" => weights.name = value,
            "names" => weights.names = value,
            "description" => weights.description = value,
            "keywords" => weights.keywords = value,
            "parameter" => weights.parameter = value,
            "parameter_text" => weights.parameter_text = value,
            "saturation" => weights.saturation = value,
            "length" => weights.length = value,
            "pair" => weights.pair = value,
            "whole_name" => weights.whole_name = value,
            "alike" => weights.alike = value,
            other => panic!("no weight {other}"),
        }
    }
    weights
}

fn main() {
    let folders: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    println!("set\ttools\tqueries\tR@1\tR@5\tnDCG@10\tindex ms\tus a query");
    for folder in folders {
        let folder = Path::new(&folder);
        let start = Instant::now();
        let mut index = Index::with(weights());
        for tool in lines(&folder.join("tools.jsonl")) {
            let text = |key: &str| tool[key].as_str().unwrap_or_default().to_owned();
            let mut document = Document::new(text("name"), text("description"));
            if let Some(parameters) = tool.get("parameters") {
                document = document.parameters(parameters);
            }
            index.insert(document);
        }
        index.search("warm", 1);
        let indexed = start.elapsed();
        let queries = lines(&folder.join("queries.jsonl"));
        let (mut one, mut five, mut gain) = (0.0, 0.0, 0.0);
        let start = Instant::now();
        for query in &queries {
            let found = index.search(query["query"].as_str().unwrap_or_default(), 10);
            let expected: Vec<&str> = query["expected"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let hit = |most: usize| {
                let hits = found.iter().take(most).filter(|f| expected.contains(&f.name.as_str()));
                hits.count() as f64 / expected.len().max(1) as f64
            };
            one += hit(1);
            five += hit(5);
            let discount = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
            let own: f64 = found
                .iter()
                .enumerate()
                .filter(|(_, f)| expected.contains(&f.name.as_str()))
                .map(|(rank, _)| discount(rank))
                .sum();
            let best: f64 = (0..expected.len().min(10)).map(discount).sum();
            gain += own / best.max(f64::MIN_POSITIVE);
        }
        let took = start.elapsed();
        let count = queries.len() as f64;
        println!(
            "{}\t{}\t{}\t{:.1}\t{:.1}\t{:.1}\t{:.0}\t{:.0}",
            folder.file_name().unwrap_or_default().to_string_lossy(),
            index.len(),
            queries.len(),
            100.0 * one / count,
            100.0 * five / count,
            100.0 * gain / count,
            indexed.as_secs_f64() * 1e3,
            took.as_secs_f64() * 1e6 / count
        );
    }
}
