//! What tools are to each other: advice for models, never a rule.

use std::collections::BTreeSet;
use std::fmt;

use super::snapshot::Snapshot;
use super::{Registry, RegistryError, Tool};
use crate::{EdgeKind, suggest};

/// One tool is something to another.
///
/// Edges advise: they order nothing and load nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Edge {
    /// The tool that the edge leaves.
    pub source: String,
    /// The tool that it leads to.
    pub target: String,
    /// What the target is to the source; never [`Follows`](EdgeKind::Follows).
    pub kind: EdgeKind,
}

/// A name in an edge that no tool answers to, or a tool that is to itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EdgeFault {
    /// The tool that declares the edge, or the source that was given.
    pub tool: String,
    /// The end that is wrong.
    pub end: String,
    /// What was declared.
    pub kind: EdgeKind,
    /// The nearest name that there is.
    pub suggestion: Option<String>,
}

impl fmt::Display for EdgeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tool, end, kind) = (&self.tool, &self.end, self.kind);
        if tool == end && self.suggestion.is_none() {
            return write!(f, "`{tool}` {kind} `{end}`: an edge needs two tools");
        }
        write!(f, "`{tool}` {kind} `{end}`: there is no tool `{end}`")?;
        match &self.suggestion {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for EdgeFault {}

impl Registry {
    /// Adds an edge between two tools, by name or alias. One that is there already is no fault:
    /// then the answer is false.
    ///
    /// ```
    /// # use tool_core::{EdgeKind, FnTool, Registry, ToolOutput};
    /// # let tool = |name: &str| FnTool::new(name, "T.", serde_json::json!({"type": "object"}),
    /// #     |_, _| async { Ok(ToolOutput::none()) });
    /// # let registry = Registry::new();
    /// # registry.register(tool("read"))?;
    /// # registry.register(tool("edit"))?;
    /// registry.add_edge("edit", "read", EdgeKind::Follows)?;
    /// let edges = registry.edges_from("read");
    /// assert_eq!((edges[0].target.as_str(), edges[0].kind), ("edit", EdgeKind::Precedes));
    /// # Ok::<(), tool_core::RegistryError>(())
    /// ```
    ///
    /// # Errors
    /// [`Edge`](RegistryError::Edge) for an end that is no tool, or the same tool twice. Nothing
    /// is changed then.
    pub fn add_edge(
        &self,
        source: &str,
        target: &str,
        kind: EdgeKind,
    ) -> Result<bool, RegistryError> {
        self.change(|tools| {
            let edge = edge(tools, source, target, kind).map_err(RegistryError::Edge)?;
            if tools.edges().contains(&edge) {
                return Ok((tools.clone(), false));
            }
            Ok((tools.with_edge(edge), true))
        })
    }

    /// Every edge, of attributes and added ones, in order.
    pub fn edges(&self) -> Vec<Edge> {
        self.snapshot().edges().iter().cloned().collect()
    }

    /// The edges that leave a tool, by name or alias; none for an unknown one.
    pub fn edges_from(&self, name: &str) -> Vec<Edge> {
        self.edges_where(name, |edge, name| edge.source == name)
    }

    /// The edges that lead to a tool, by name or alias; none for an unknown one.
    pub fn edges_to(&self, name: &str) -> Vec<Edge> {
        self.edges_where(name, |edge, name| edge.target == name)
    }

    /// The edges of a kind. Of [`Follows`](EdgeKind::Follows) there are none: they are kept as
    /// [`Precedes`](EdgeKind::Precedes), the other way round.
    pub fn edges_by_type(&self, kind: EdgeKind) -> Vec<Edge> {
        self.edges_where("", |edge, _| edge.kind == kind)
    }

    /// Edges of attributes whose other end is not there. They are left out of the answers above,
    /// for a registry may hold a part of the tools on purpose.
    pub fn edge_faults(&self) -> Vec<EdgeFault> {
        let snapshot = self.snapshot();
        let of =
            |tool: &Tool| declared(&snapshot, tool).filter_map(Result::err).collect::<Vec<_>>();
        snapshot.tools().iter().flat_map(of).collect()
    }

    fn edges_where(&self, name: &str, wanted: impl Fn(&Edge, &str) -> bool) -> Vec<Edge> {
        let snapshot = self.snapshot();
        let name = snapshot.get(name).map_or(name, Tool::name);
        snapshot.edges().iter().filter(|edge| wanted(edge, name)).cloned().collect()
    }
}

/// The edges of a snapshot: those of attributes, and those that were added.
pub(super) fn of(snapshot: &Snapshot, added: &BTreeSet<Edge>) -> BTreeSet<Edge> {
    let mut all: BTreeSet<Edge> =
        snapshot.tools().iter().flat_map(|tool| declared(snapshot, tool).flatten()).collect();
    // A tool may have gone since.
    let there = |edge: &&Edge| snapshot.knows(&edge.source) && snapshot.knows(&edge.target);
    all.extend(added.iter().filter(there).cloned());
    all
}

fn declared<'a>(
    snapshot: &'a Snapshot,
    tool: &'a Tool,
) -> impl Iterator<Item = Result<Edge, EdgeFault>> + 'a {
    let metadata = tool.metadata();
    [
        (&metadata.precedes, EdgeKind::Precedes),
        (&metadata.follows, EdgeKind::Follows),
        (&metadata.alternatives, EdgeKind::Alternative),
        (&metadata.complements, EdgeKind::Complements),
    ]
    .into_iter()
    .flat_map(move |(names, kind)| {
        names.iter().map(move |other| edge(snapshot, tool.name(), other, kind))
    })
}

fn edge(
    snapshot: &Snapshot,
    source: &str,
    target: &str,
    kind: EdgeKind,
) -> Result<Edge, EdgeFault> {
    let find = |end: &str| match snapshot.canonical(end) {
        Some(name) => Ok(name.to_owned()),
        None => Err(EdgeFault {
            tool: source.to_owned(),
            end: end.to_owned(),
            kind,
            suggestion: suggest::nearest(end, snapshot.known()).map(str::to_owned),
        }),
    };
    let (from, to) = (find(source)?, find(target)?);
    if from == to {
        return Err(EdgeFault { tool: from.clone(), end: from, kind, suggestion: None });
    }
    Ok(match kind {
        EdgeKind::Follows => Edge { source: to, target: from, kind: EdgeKind::Precedes },
        kind => Edge { source: from, target: to, kind },
    })
}
