//! Schemas made of schemas: `allOf`, `anyOf`, `oneOf`, `not`, `if`.

use serde_json::{Map, Value};

use super::ArgumentPolicy;
use super::describe::{clip, expected};
use super::report::FaultKind;
use super::walk::Walk;

/// Checks the keywords that combine schemas.
pub(super) fn check<'s>(walk: &mut Walk<'s>, map: &'s Map<String, Value>, value: &mut Value) {
    for part in list(map, "allOf") {
        walk.node(part, value);
    }
    if map.contains_key("anyOf") {
        choose(walk, list(map, "anyOf"), value, false);
    }
    if map.contains_key("oneOf") {
        choose(walk, list(map, "oneOf"), value, true);
    }
    if let Some(forbidden) = map.get("not")
        && accepts(walk, forbidden, value)
    {
        let shown = walk.shown(value);
        walk.fault(FaultKind::Value, format!("must not be {shown}"));
    }
    if let Some(condition) = map.get("if") {
        let key = if accepts(walk, condition, value) { "then" } else { "else" };
        if let Some(consequence) = map.get(key) {
            walk.node(consequence, value);
        }
    }
}

fn list<'s>(map: &'s Map<String, Value>, key: &str) -> &'s [Value] {
    map.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn accepts<'s>(walk: &Walk<'s>, schema: &'s Value, value: &Value) -> bool {
    let mut trial = walk.branch();
    trial.policy = ArgumentPolicy::Strict;
    trial.node(schema, &mut value.clone());
    trial.faults.is_empty()
}

/// Takes the branch that accepts the value as it is, else one that accepts it repaired, else
/// the faults of the branch that it comes nearest to.
fn choose<'s>(walk: &mut Walk<'s>, branches: &'s [Value], value: &mut Value, only_one: bool) {
    let plain = branches.iter().filter(|branch| accepts(walk, branch, value)).count();
    if plain > 1 && only_one {
        let shown = walk.shown(value);
        walk.fault(FaultKind::Value, format!("fits more than one form: {shown}"));
        return;
    }
    let mut nearest: Option<(Walk<'s>, usize)> = None;
    for branch in branches {
        let mut trial = walk.branch();
        if plain > 0 {
            trial.policy = ArgumentPolicy::Strict;
        }
        let mut candidate = value.clone();
        trial.node(branch, &mut candidate);
        if trial.faults.is_empty() {
            *value = candidate;
            walk.repairs.append(&mut trial.repairs);
            return;
        }
        let distance = distance(walk, &trial, branch, value);
        if nearest.as_ref().is_none_or(|(_, least)| distance < *least) {
            nearest = Some((trial, distance));
        }
    }
    match nearest {
        // The value is of no branch's type: the choice itself is the message.
        Some((_, distance)) if distance >= WRONG_TYPE => {
            let wanted: Vec<String> = branches.iter().map(expected).collect();
            let shown = walk.shown(value);
            let wanted = clip(&wanted.join(" or "), 300);
            walk.fault(FaultKind::Type, format!("must be {wanted}, not {shown}"));
        }
        Some((mut trial, _)) => walk.faults.append(&mut trial.faults),
        None => {}
    }
}

const WRONG_TYPE: usize = 1_000_000;

/// How far a value is from a branch: the number of faults, more if its tag is another's, most
/// if it is of another type.
fn distance(walk: &Walk<'_>, trial: &Walk<'_>, branch: &Value, value: &Value) -> usize {
    if trial.faults.iter().any(|f| f.kind == FaultKind::Type && f.path == walk.path) {
        return WRONG_TYPE;
    }
    let tag_differs = branch.get("properties").and_then(Value::as_object).is_some_and(|fields| {
        fields.iter().any(|(name, schema)| match (schema.get("const"), value.get(name)) {
            (Some(tag), Some(given)) => tag != given,
            _ => false,
        })
    });
    trial.faults.len() + if tag_differs { 1_000 } else { 0 }
}
