//! Lossless repair of values that came in another form, as models send them.

use serde_json::Value;

/// The value as one of the schema's types, if nothing is lost, and what was done.
///
/// `types` are the JSON Schema type names that the place accepts. Text is never made where text
/// is accepted, and nothing is ever made into text.
pub(crate) fn coerce(value: &Value, types: &[&str]) -> Option<(Value, &'static str)> {
    let Value::String(text) = value else { return None };
    if types.contains(&"string") {
        return None;
    }
    for wanted in types {
        let found = match *wanted {
            "integer" => integer(text).map(|v| (v, "string to integer")),
            "number" => number(text).map(|v| (v, "string to number")),
            "boolean" => boolean(text).map(|v| (v, "string to boolean")),
            "array" => nested(text, '[').map(|v| (v, "JSON text to array")),
            "object" => nested(text, '{').map(|v| (v, "JSON text to object")),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A float without a fraction, as the integer that it is.
pub(crate) fn integral(value: &Value) -> Option<Value> {
    let float = value.as_f64().filter(|_| value.is_f64())?;
    // Beyond 2^53 neighbouring integers share one float, and so does a number that is out of
    // range with one that is not: which was written is unknown.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (float.fract() == 0.0 && float.abs() <= EXACT).then(|| Value::from(float as i64))
}

fn integer(text: &str) -> Option<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !plain_digits(digits) {
        return None;
    }
    text.parse::<i64>().map(Value::from).or_else(|_| text.parse::<u64>().map(Value::from)).ok()
}

fn number(text: &str) -> Option<Value> {
    if let Some(int) = integer(text) {
        return Some(int);
    }
    // The grammar of JSON numbers, not that of Rust floats: no `inf`, no `1.`, no `+1`.
    let value: Value = serde_json::from_str(text).ok()?;
    let float = value.as_f64().filter(|_| value.is_f64())?;
    float.is_finite().then_some(value)
}

fn plain_digits(digits: &str) -> bool {
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'))
}

fn boolean(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => None,
    }
}

fn nested(text: &str, opening: char) -> Option<Value> {
    if !text.trim_start().starts_with(opening) {
        return None;
    }
    let parsed = super::slow::parse(text);
    if parsed.faults.is_empty() { parsed.value } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn text_becomes_what_it_spells_and_nothing_else() {
        let to = |text: &str, wanted: &str| coerce(&json!(text), &[wanted]).map(|found| found.0);
        assert_eq!(to("5", "integer"), Some(json!(5)));
        assert_eq!(to("-7", "number"), Some(json!(-7)));
        assert_eq!(to("18446744073709551615", "integer"), Some(json!(u64::MAX)));
        assert_eq!(to("2.5", "number"), Some(json!(2.5)));
        assert_eq!(to("true", "boolean"), Some(json!(true)));
        assert_eq!(to("[1]", "array"), Some(json!([1])));
        assert_eq!(to("{\"a\":1}", "object"), Some(json!({"a": 1})));
        for (text, wanted) in [
            ("5.5", "integer"),
            ("007", "integer"),
            ("+5", "integer"),
            (" 5", "integer"),
            ("", "integer"),
            ("1.", "number"),
            ("inf", "number"),
            ("NaN", "number"),
            ("1e999", "number"),
            ("True", "boolean"),
            ("1", "boolean"),
            ("yes", "boolean"),
            ("{", "object"),
            ("{\"a\":1,\"a\":2}", "object"),
            ("[1]", "object"),
        ] {
            assert_eq!(to(text, wanted), None, "{text:?} to {wanted}");
        }
    }

    #[test]
    fn text_stays_text_where_text_is_accepted() {
        assert_eq!(coerce(&json!("5"), &["string", "integer"]), None);
        assert_eq!(coerce(&json!(5), &["string"]), None);
    }

    #[test]
    fn an_integral_float_is_an_integer_while_it_is_exact() {
        assert_eq!(integral(&json!(5.0)), Some(json!(5)));
        assert_eq!(integral(&json!(5.5)), None);
        assert_eq!(integral(&json!(i64::MIN as f64)), None);
        assert_eq!(integral(&json!(1e300)), None);
        assert_eq!(integral(&json!(5)), None);
    }
}
