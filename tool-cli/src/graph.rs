//! `tool graph`: what tools are to each other.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tool_core::{Edge, EdgeKind, Registry};

use crate::commands::{GraphArgs, GraphForm};
use crate::{exit, find, out};

pub(crate) fn run(registry: &Registry, args: &GraphArgs) -> u8 {
    let mut edges = registry.edges();
    if !args.names.is_empty() {
        let tools = match find::tools(registry, &args.names) {
            Ok(tools) => tools,
            Err(code) => return code,
        };
        let named = |name: &str| tools.iter().any(|tool| tool.name() == name);
        edges.retain(|edge| named(&edge.source) || named(&edge.target));
    }
    let faults = registry.edge_faults();
    for fault in &faults {
        out::note(&format!("left out: {fault}"));
    }
    let code = out::result(&match args.format {
        GraphForm::Mermaid => mermaid(&edges),
        GraphForm::Dot => dot(&edges),
    });
    if code == 0 && !faults.is_empty() { exit::FAILED } else { code }
}

/// Names are letters, digits and `_` only. Those of Mermaid's own words (`end`, `graph`) would
/// be read as such, so that nodes have a letter before theirs and the name as their label.
fn mermaid(edges: &[Edge]) -> String {
    let mut text = String::from("flowchart LR\n");
    for name in ends(edges) {
        let _ = writeln!(text, "    t_{name}[\"{name}\"]");
    }
    for edge in edges {
        let arrow = match edge.kind {
            EdgeKind::Precedes => "-->",
            EdgeKind::Alternative => "-. alternative .->",
            EdgeKind::Complements => "-- complements ---",
            _ => "-- related ---",
        };
        let _ = writeln!(text, "    t_{} {arrow} t_{}", edge.source, edge.target);
    }
    text
}

fn dot(edges: &[Edge]) -> String {
    let mut text = String::from("digraph tools {\n    rankdir=LR;\n");
    for edge in edges {
        let look = match edge.kind {
            EdgeKind::Precedes => "",
            EdgeKind::Alternative => " [style=dashed, label=\"alternative\"]",
            EdgeKind::Complements => " [dir=none, label=\"complements\"]",
            _ => " [dir=none, label=\"related\"]",
        };
        let _ = writeln!(text, "    \"{}\" -> \"{}\"{look};", edge.source, edge.target);
    }
    text.push_str("}\n");
    text
}

fn ends(edges: &[Edge]) -> BTreeSet<&str> {
    edges.iter().flat_map(|edge| [edge.source.as_str(), edge.target.as_str()]).collect()
}
