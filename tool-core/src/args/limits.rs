//! Ranges, lengths and patterns, from a schema's keywords and from a parameter's table.

use serde_json::{Map, Value};

use super::report::FaultKind;
use super::walk::{Walk, same};
use crate::param::Limits;
use crate::pattern;

/// Whether a value keeps within the limits of a parameter.
pub(crate) fn within(limits: &Limits, value: &Value) -> bool {
    match value {
        Value::String(text) => limits.accepts_text(text),
        Value::Array(items) => limits.accepts_length(items.len()),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(int), _) => limits.accepts_int(int.into()),
            (_, Some(int)) => limits.accepts_int(int.into()),
            _ => number.as_f64().is_some_and(|float| limits.accepts_float(float)),
        },
        _ => true,
    }
}

/// Checks the keywords that bound a value of a known type.
pub(super) fn check(walk: &mut Walk<'_>, map: &Map<String, Value>, value: &Value) {
    match value {
        Value::Number(_) => number(walk, map, value),
        Value::String(text) => string(walk, map, value, text),
        Value::Array(items) => array(walk, map, items),
        Value::Object(fields) => object(walk, map, fields),
        _ => {}
    }
}

fn number(walk: &mut Walk<'_>, map: &Map<String, Value>, value: &Value) {
    let low = map.get("minimum");
    let high = map.get("maximum");
    let above = map.get("exclusiveMinimum").filter(|bound| bound.is_number());
    let below = map.get("exclusiveMaximum").filter(|bound| bound.is_number());
    let outside = low.is_some_and(|bound| less(value, bound))
        || high.is_some_and(|bound| less(bound, value))
        || above.is_some_and(|bound| !less(bound, value))
        || below.is_some_and(|bound| !less(value, bound));
    if outside {
        let mut ends = Vec::new();
        ends.extend(low.map(|bound| format!("at least {bound}")));
        ends.extend(above.map(|bound| format!("more than {bound}")));
        ends.extend(high.map(|bound| format!("at most {bound}")));
        ends.extend(below.map(|bound| format!("less than {bound}")));
        let shown = walk.shown(value);
        walk.fault(FaultKind::Range, format!("must be {}, not {shown}", ends.join(" and ")));
    }
    if let Some(step) = map.get("multipleOf")
        && !is_multiple(value, step)
    {
        let shown = walk.shown(value);
        walk.fault(FaultKind::Range, format!("must be a multiple of {step}, not {shown}"));
    }
}

/// Whether `a < b`, exactly for integers.
fn less(a: &Value, b: &Value) -> bool {
    match (int(a), int(b)) {
        (Some(a), Some(b)) => a < b,
        _ => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a < b,
            _ => false,
        },
    }
}

fn int(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from))
}

fn is_multiple(value: &Value, step: &Value) -> bool {
    if let (Some(value), Some(step)) = (int(value), int(step)) {
        return step == 0 || value % step == 0;
    }
    let (Some(value), Some(step)) = (value.as_f64(), step.as_f64()) else { return true };
    if step == 0.0 {
        return true;
    }
    let quotient = value / step;
    // 0.3 / 0.1 is not 3 in binary; one unit in the last place is the error of the division.
    (quotient - quotient.round()).abs() <= f64::EPSILON * quotient.abs().max(1.0)
}

fn string(walk: &mut Walk<'_>, map: &Map<String, Value>, value: &Value, text: &str) {
    let (least, most) = (count(map, "minLength"), count(map, "maxLength"));
    if least.is_some() || most.is_some() {
        bounds(walk, least, most, text.chars().count(), "characters");
    }
    if let Some(pattern) = map.get("pattern").and_then(Value::as_str)
        && !pattern::matches(pattern, text)
    {
        let shown = walk.shown(value);
        walk.fault(FaultKind::Pattern, format!("must match the pattern {pattern}, not {shown}"));
    }
}

fn array(walk: &mut Walk<'_>, map: &Map<String, Value>, items: &[Value]) {
    bounds(walk, count(map, "minItems"), count(map, "maxItems"), items.len(), "items");
    if map.get("uniqueItems") == Some(&Value::Bool(true)) {
        let twice = items
            .iter()
            .enumerate()
            .find(|(index, item)| items.iter().take(*index).any(|earlier| same(earlier, item)));
        if let Some((index, item)) = twice {
            let shown = walk.shown(item);
            walk.fault(
                FaultKind::Duplicate,
                format!("must not repeat an item: {shown} at [{index}] was there before"),
            );
        }
    }
}

fn object(walk: &mut Walk<'_>, map: &Map<String, Value>, fields: &Map<String, Value>) {
    bounds(walk, count(map, "minProperties"), count(map, "maxProperties"), fields.len(), "entries");
    if let Some(Value::Object(needs)) = map.get("dependentRequired") {
        for (name, needed) in needs.iter().filter(|(name, _)| fields.contains_key(*name)) {
            for other in needed.as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !fields.contains_key(other) {
                    walk.fault(
                        FaultKind::Missing,
                        format!("needs `{other}` where `{name}` is given"),
                    );
                }
            }
        }
    }
}

fn count(map: &Map<String, Value>, key: &str) -> Option<u64> {
    let value = map.get(key)?;
    value.as_u64().or_else(|| value.as_f64().filter(|f| *f >= 0.0).map(|f| f as u64))
}

fn bounds(
    walk: &mut Walk<'_>,
    least: Option<u64>,
    most: Option<u64>,
    found: usize,
    unit: &'static str,
) {
    let length = found as u64;
    if least.is_none_or(|least| length >= least) && most.is_none_or(|most| length <= most) {
        return;
    }
    let wanted = match (least, most) {
        (Some(least), Some(most)) if least == most => format!("exactly {least} {unit}"),
        (Some(least), Some(most)) => format!("{least} to {most} {unit}"),
        (Some(least), None) => format!("at least {least} {unit}"),
        (None, Some(most)) => format!("at most {most} {unit}"),
        (None, None) => return,
    };
    walk.fault(FaultKind::Length, format!("must have {wanted}, not {length}"));
}
