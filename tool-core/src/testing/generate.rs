use serde_json::{Map, Value, json};

/// A stream of numbers that is the same for the same seed (SplitMix64).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is at least 1.
    pub fn below(&mut self, end: u64) -> u64 {
        self.number() % end.max(1)
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<'v, T>(&mut self, all: &'v [T]) -> Option<&'v T> {
        let index = self.below(all.len() as u64) as usize;
        all.get(index)
    }
}

/// Random arguments for a schema: mostly what it accepts, at its edges, and now and then
/// something of another kind, so that both a yes and a no are tried.
///
/// ```
/// use serde_json::json;
/// use tool_core::testing::{Random, arguments};
/// let schema = json!({"type": "object", "required": ["n"], "properties": {
///     "n": {"type": "integer", "minimum": 1, "maximum": 3}}});
/// let mut random = Random::new(7);
/// let tried: Vec<_> = (0..100).map(|_| arguments(&schema, &mut random)).collect();
/// assert!(tried.iter().any(|value| value["n"] == 1) && tried.iter().any(|v| v["n"] == 4));
/// ```
pub fn arguments(schema: &Value, random: &mut Random) -> Value {
    value(schema, schema, random, 0)
}

fn value(root: &Value, schema: &Value, random: &mut Random, depth: usize) -> Value {
    if depth > 0 && random.one_in(40) {
        return stray(random);
    }
    let Value::Object(map) = schema else { return stray(random) };
    if let Some(target) = map.get("$ref").and_then(Value::as_str) {
        let target = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return match target {
            // Recursion ends in something small.
            Some(target) if depth < 8 => value(root, target, random, depth + 1),
            _ => Value::Null,
        };
    }
    if let Some(only) = map.get("const") {
        return only.clone();
    }
    if let Some(Value::Array(values)) = map.get("enum") {
        return random.pick(values).cloned().unwrap_or_default();
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = map.get(key) {
            let fields = map.contains_key("properties").then(|| object(root, map, random, depth));
            let chosen = random.pick(branches).cloned().unwrap_or_default();
            let chosen = value(root, &chosen, random, depth + 1);
            return merged(fields, chosen);
        }
    }
    if let Some(Value::Array(parts)) = map.get("allOf") {
        let made = parts.iter().map(|part| value(root, part, random, depth + 1));
        return made.fold(Value::Null, |all, part| merged(Some(all), part));
    }
    let kind = match map.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => {
            random.pick(kinds).and_then(Value::as_str).unwrap_or("null").to_owned()
        }
        _ if map.contains_key("properties") => "object".to_owned(),
        _ => return stray(random),
    };
    match kind.as_str() {
        "integer" => integer(map, random),
        "number" if random.one_in(2) => integer(map, random),
        "number" => json!(between(map, random)),
        "string" => text(map, random),
        "boolean" => Value::Bool(random.one_in(2)),
        "array" => array(root, map, random, depth),
        "object" => object(root, map, random, depth),
        _ => Value::Null,
    }
}

fn merged(first: Option<Value>, second: Value) -> Value {
    match (first, second) {
        (Some(Value::Object(mut all)), Value::Object(more)) => {
            all.extend(more);
            Value::Object(all)
        }
        (_, second) => second,
    }
}

/// A value of any kind.
fn stray(random: &mut Random) -> Value {
    match random.below(10) {
        0 => Value::Null,
        1 => Value::Bool(random.one_in(2)),
        2 => json!(random.number() as i64),
        3 => json!(random.number()),
        4 => json!(random.below(1_000) as f64 / 8.0),
        5 => json!(random.below(5) as f64),
        6 => json!("5"),
        7 => json!("text é"),
        8 => json!([1, "a"]),
        _ => json!({"a": 1}),
    }
}

fn limit(map: &Map<String, Value>, key: &str) -> Option<i128> {
    let value = map.get(key)?;
    let int = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    int.or_else(|| value.as_f64().map(|float| float as i128))
}

/// An integer, often at an edge of its range or just beyond.
fn integer(map: &Map<String, Value>, random: &mut Random) -> Value {
    let low = limit(map, "minimum").unwrap_or(-1_000);
    let high = limit(map, "maximum").unwrap_or(1_000_000);
    let span = (high - low).clamp(1, i128::from(u32::MAX)) as u64;
    let int = match random.below(8) {
        0 => low,
        1 => high,
        2 => low - 1,
        3 => high + 1,
        _ => low + i128::from(random.below(span)),
    };
    // JSON here has no integers beyond 64 bits: they would be floats.
    let int = int.clamp(i64::MIN.into(), u64::MAX.into());
    // A float that stands for several integers is not tried: JSON does not say which is meant.
    if random.one_in(12) && int.unsigned_abs() < 1 << 53 {
        return json!(int as f64);
    }
    crate::param::integer(int)
}

fn between(map: &Map<String, Value>, random: &mut Random) -> f64 {
    let float = |key: &str| map.get(key).and_then(Value::as_f64);
    let low = float("minimum").or_else(|| float("exclusiveMinimum")).unwrap_or(-100.0);
    let high = float("maximum").or_else(|| float("exclusiveMaximum")).unwrap_or(100.0);
    match random.below(8) {
        0 => low,
        1 => high,
        2 => high + 0.5,
        _ => low + (high - low) * (random.below(1_000) as f64 / 1_000.0),
    }
}

fn length(map: &Map<String, Value>, least: &str, most: &str, random: &mut Random) -> usize {
    let low = limit(map, least).unwrap_or(0).max(0) as u64;
    let high = limit(map, most).map_or(low + 4, |high| high.max(0) as u64).min(low + 40);
    match random.below(10) {
        0 => low.saturating_sub(1) as usize,
        1 => high.saturating_add(1) as usize,
        _ => (low + random.below(high.saturating_sub(low) + 1)) as usize,
    }
}

fn text(map: &Map<String, Value>, random: &mut Random) -> Value {
    let known = match map.get("format").and_then(Value::as_str) {
        Some("uuid") => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        Some("date-time") => "2026-12-01T10:00:00Z",
        Some("date") => "2026-12-01",
        Some("time" | "partial-time") => "10:00:00",
        Some("uri") => "https://example.org/a?b=c",
        Some("ipv4") => "192.0.2.1",
        Some("ipv6") => "2001:db8::1",
        Some("ip") => "192.0.2.1",
        _ => "",
    };
    if !known.is_empty() {
        return Value::from(known);
    }
    const LETTERS: [char; 12] =
        ['a', 'b', 'Z', '0', '5', '_', '.', ' ', 'é', '\u{1f600}', '"', '\n'];
    let count = length(map, "minLength", "maxLength", random);
    let letters = (0..count).filter_map(|_| random.pick(&LETTERS).copied());
    Value::from(letters.collect::<String>())
}

fn array(root: &Value, map: &Map<String, Value>, random: &mut Random, depth: usize) -> Value {
    if depth > 8 {
        return json!([]);
    }
    let mut items = Vec::new();
    if let Some(Value::Array(heads)) = map.get("prefixItems") {
        items.extend(heads.iter().map(|head| value(root, head, random, depth + 1)));
        if random.one_in(10) {
            items.pop();
        }
    }
    if let Some(schema) = map.get("items").filter(|items| items.is_object()) {
        let count = length(map, "minItems", "maxItems", random).saturating_sub(items.len());
        items.extend((0..count).map(|_| value(root, schema, random, depth + 1)));
    }
    Value::Array(items)
}

fn object(root: &Value, map: &Map<String, Value>, random: &mut Random, depth: usize) -> Value {
    let mut made = Map::new();
    let required = map.get("required").and_then(Value::as_array);
    let needed = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    if let Some(Value::Object(properties)) = map.get("properties") {
        for (name, schema) in properties {
            let give = if needed(name) { !random.one_in(20) } else { random.one_in(2) };
            if give && (depth < 8 || needed(name)) {
                made.insert(name.clone(), value(root, schema, random, depth + 1));
            }
        }
    }
    if let Some(schema @ Value::Object(_)) = map.get("additionalProperties")
        && depth < 8
    {
        for _ in 0..random.below(3) {
            let keys = ["k", "5", "a key", "é"];
            let key = random.pick(&keys).copied().unwrap_or("k");
            made.insert(key.to_owned(), value(root, schema, random, depth + 1));
        }
    }
    if random.one_in(20) {
        made.insert("stranger".to_owned(), json!(1));
    }
    Value::Object(made)
}
