//! The arguments of a call against the schema of its tool.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::ArgumentPolicy;
use super::describe::{clip, expected, show};
use super::report::{ArgumentReport, Fault, FaultKind};
use super::shape::Shape;
use super::slow::Parsed;
use super::walk::Walk;

pub(crate) use super::limits::within;

/// Arguments that were looked at in full.
#[derive(Debug)]
pub(crate) struct Checked {
    /// The arguments under their wire names, repaired.
    pub(crate) arguments: Map<String, Value>,
    pub(crate) report: ArgumentReport,
}

/// Checks the arguments of a tool, and repairs what can be repaired without loss.
pub(crate) fn arguments(shape: &Shape, parsed: Parsed, policy: ArgumentPolicy) -> Checked {
    let mut walk = Walk::new(&shape.schema, policy);
    walk.faults = parsed.faults;
    let mut value = match parsed.value {
        Some(value) => value,
        None if parsed.absent => Value::Object(Map::new()),
        None => return Checked::refused(shape, walk, &Map::new()),
    };
    walk.root_object(&mut value);
    let Value::Object(sent) = value else {
        walk.fault(
            FaultKind::Type,
            format!("the arguments must be one object, not {}", show(&value)),
        );
        return Checked::refused(shape, walk, &Map::new());
    };
    let mut map = walk.wire_names(shape, &sent);
    if policy == ArgumentPolicy::Lenient {
        walk.drop_nulls(shape, &mut map);
    }
    walk.secret = shape.params.iter().filter(|p| p.secret).map(|p| p.name.to_string()).collect();
    if shape.ignores_unknown {
        map.retain(|key, _| shape.param(key).is_some());
    }
    let mut value = Value::Object(map);
    walk.node(&shape.schema, &mut value);
    if !walk.faults.is_empty() {
        return Checked::refused(shape, walk, &sent);
    }
    let Value::Object(arguments) = value else {
        return Checked::refused(shape, walk, &sent);
    };
    Checked { arguments, report: ArgumentReport::new(Vec::new(), walk.repairs, Vec::new()) }
}

/// Whether a value is what a schema says, without any repair.
pub(crate) fn accepts(schema: &Value, value: &Value) -> bool {
    let mut walk = Walk::new(schema, ArgumentPolicy::Strict);
    walk.node(schema, &mut value.clone());
    walk.faults.is_empty()
}

impl Checked {
    /// Arguments that were decoded as they are: only names and absences are settled.
    pub(crate) fn of_decoded(shape: &Shape, parsed: Parsed) -> Self {
        let mut walk = Walk::new(&shape.schema, ArgumentPolicy::Lenient);
        let mut map = match parsed.value {
            Some(Value::Object(sent)) if !sent.keys().any(|key| shape.alias_of(key).is_some()) => {
                sent
            }
            Some(Value::Object(sent)) => walk.wire_names(shape, &sent),
            _ => Map::new(),
        };
        if map.values().any(Value::is_null) {
            walk.drop_nulls(shape, &mut map);
        }
        if shape.ignores_unknown {
            map.retain(|key, _| shape.param(key).is_some());
        }
        let report = ArgumentReport::new(Vec::new(), Vec::new(), Vec::new());
        Checked { arguments: map, report }
    }

    fn refused(shape: &Shape, walk: Walk<'_>, sent: &Map<String, Value>) -> Self {
        let mut faults = walk.faults;
        faults.dedup();
        let context = context(shape, sent, &faults);
        Checked {
            arguments: Map::new(),
            report: ArgumentReport::new(faults, walk.repairs, context),
        }
    }
}

/// What was sent and what is expected, bounded.
fn context(shape: &Shape, sent: &Map<String, Value>, faults: &[Fault]) -> Vec<String> {
    let mut lines = Vec::new();
    // What is no JSON, or too much of it, says nothing of the parameters.
    let unread = [FaultKind::Syntax, FaultKind::TooDeep, FaultKind::TooLarge];
    if faults.iter().any(|fault| unread.contains(&fault.kind)) {
        return lines;
    }
    if !sent.is_empty() {
        let keys: Vec<String> = sent.keys().take(20).map(|key| clip(key, 40)).collect();
        lines.push(format!("Sent: {}", keys.join(", ")));
    }
    let Some(Value::Object(properties)) = shape.schema.get("properties") else { return lines };
    if properties.is_empty() {
        lines.push("Expected: no arguments".to_owned());
        return lines;
    }
    let needed = required(&shape.schema);
    let described = |(name, schema): (&String, &Value)| {
        format!("{} ({}, required)", clip(name, 40), clip(&expected(schema), 80))
    };
    let (must, may): (Vec<_>, Vec<_>) =
        properties.iter().partition(|(name, _)| needed.contains(name.as_str()));
    let mut parts: Vec<String> = must.into_iter().take(20).map(described).collect();
    let optional: Vec<String> = may.iter().take(30).map(|(name, _)| clip(name, 40)).collect();
    if !optional.is_empty() {
        parts.push(format!("optional: {}", optional.join(", ")));
    }
    lines.push(format!("Expected: {}", parts.join("; ")));
    lines
}

pub(super) fn required(schema: &Value) -> BTreeSet<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}
