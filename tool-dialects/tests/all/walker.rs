//! What each form's server takes, written down a second time from the matrix of the sources and
//! not from the crate's tables. The crate must agree with both.

use serde_json::{Map, Value};

/// A form, as the cases name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    OpenAi,
    OpenAiStrict,
    Anthropic,
    AnthropicStrict,
    GeminiParameters,
    GeminiVertex,
    GeminiJsonSchema,
    Bedrock,
    BedrockStrict,
    CohereStrict,
    DeepSeekStrict,
    Xai,
    Ollama,
    LlamaCpp,
    Vllm,
    Mcp2025,
    Mcp2026,
}

const BASE: &[&str] = &["type", "description", "enum", "properties", "required", "items"];
const LOGIC: &[&str] =
    &["not", "if", "then", "else", "dependentRequired", "dependentSchemas", "contains"];
const REFS: &[&str] = &["$ref", "$defs"];
const BOUNDS: &[&str] = &["minimum", "maximum"];
const OPEN_BOUNDS: &[&str] = &["exclusiveMinimum", "exclusiveMaximum"];
const COUNTS: &[&str] = &["minItems", "maxItems"];
const TEXT: &[&str] = &["minLength", "maxLength", "pattern"];

impl Form {
    fn keywords(self) -> Vec<&'static str> {
        let open: &[&[&str]] = &[
            BASE,
            REFS,
            BOUNDS,
            OPEN_BOUNDS,
            COUNTS,
            TEXT,
            LOGIC,
            &["const", "anyOf", "additionalProperties", "patternProperties", "prefixItems"],
            &["uniqueItems", "multipleOf", "format", "default", "propertyNames"],
            &["minProperties", "maxProperties", "minContains", "maxContains"],
            &["contentEncoding", "contentMediaType"],
        ];
        let parts: &[&[&str]] = match self {
            Self::OpenAi | Self::Anthropic | Self::Bedrock | Self::Ollama => open,
            Self::Mcp2025 | Self::Mcp2026 => {
                let mut all = open.concat();
                all.extend(["oneOf", "title", "unevaluatedItems", "contentSchema", "x-mcp-header"]);
                return all;
            }
            Self::OpenAiStrict => &[
                BASE,
                REFS,
                BOUNDS,
                OPEN_BOUNDS,
                COUNTS,
                TEXT,
                &["const", "anyOf", "additionalProperties", "multipleOf", "format"],
            ],
            Self::AnthropicStrict => {
                &[BASE, REFS, &["const", "anyOf", "additionalProperties", "minItems", "format"]]
            }
            Self::BedrockStrict => &[
                BASE,
                REFS,
                TEXT,
                &["const", "anyOf", "additionalProperties", "minItems", "format"],
            ],
            Self::GeminiParameters => &[
                BASE,
                BOUNDS,
                COUNTS,
                TEXT,
                &["format", "nullable", "propertyOrdering", "minProperties", "maxProperties"],
                &["anyOf"],
            ],
            Self::GeminiVertex => &[
                BASE,
                BOUNDS,
                COUNTS,
                TEXT,
                &["format", "nullable", "propertyOrdering", "minProperties", "maxProperties"],
                &["anyOf", "additionalProperties"],
            ],
            Self::GeminiJsonSchema => &[
                BASE,
                REFS,
                BOUNDS,
                COUNTS,
                &["format", "prefixItems", "anyOf", "additionalProperties"],
            ],
            Self::CohereStrict => &[BASE, &["const", "pattern", "format"]],
            Self::DeepSeekStrict => &[
                BASE,
                REFS,
                BOUNDS,
                OPEN_BOUNDS,
                &["const", "anyOf", "additionalProperties", "multipleOf", "format", "pattern"],
                &["default"],
            ],
            Self::Xai => &[
                BASE,
                REFS,
                BOUNDS,
                OPEN_BOUNDS,
                COUNTS,
                TEXT,
                &["const", "anyOf", "additionalProperties", "format", "prefixItems", "default"],
            ],
            Self::LlamaCpp | Self::Vllm => {
                let mut all = [BASE, REFS, BOUNDS, OPEN_BOUNDS, COUNTS, TEXT].concat();
                all.extend(["const", "anyOf", "additionalProperties", "format", "default"]);
                if self == Self::Vllm {
                    all.push("prefixItems");
                }
                return all;
            }
        };
        parts.concat()
    }

    fn formats(self) -> &'static [&'static str] {
        match self {
            Self::OpenAiStrict => &[
                "date-time",
                "time",
                "date",
                "duration",
                "email",
                "hostname",
                "ipv4",
                "ipv6",
                "uuid",
            ],
            Self::AnthropicStrict | Self::BedrockStrict => &[
                "date-time",
                "time",
                "date",
                "duration",
                "email",
                "hostname",
                "uri",
                "ipv4",
                "ipv6",
                "uuid",
            ],
            Self::GeminiParameters | Self::GeminiVertex => {
                &["date-time", "int32", "int64", "float", "double"]
            }
            Self::CohereStrict => &["date-time", "uuid", "date", "time"],
            Self::DeepSeekStrict => &["email", "hostname", "ipv4", "ipv6", "uuid"],
            Self::Xai => &["date", "time", "date-time", "email", "uuid", "ipv4", "ipv6", "uri"],
            Self::LlamaCpp => &["date", "time", "date-time", "uuid"],
            Self::Vllm => &["date", "time", "date-time", "uuid", "email", "uri"],
            _ => &[
                "date-time",
                "date",
                "time",
                "duration",
                "email",
                "idn-email",
                "hostname",
                "idn-hostname",
                "ipv4",
                "ipv6",
                "uri",
                "uri-reference",
                "iri",
                "iri-reference",
                "uuid",
                "uri-template",
                "json-pointer",
                "relative-json-pointer",
                "regex",
            ],
        }
    }

    fn closed(self) -> bool {
        matches!(
            self,
            Self::OpenAiStrict | Self::AnthropicStrict | Self::BedrockStrict | Self::DeepSeekStrict
        )
    }

    fn all_required(self) -> bool {
        matches!(self, Self::OpenAiStrict | Self::DeepSeekStrict)
    }

    fn recursion(self) -> bool {
        !matches!(
            self,
            Self::AnthropicStrict
                | Self::BedrockStrict
                | Self::GeminiParameters
                | Self::GeminiVertex
                | Self::CohereStrict
                | Self::Xai
        )
    }
}

/// The first rule of the form that the schema of some arguments breaks.
pub(crate) fn check(form: Form, schema: &Value) -> Result<(), String> {
    let root = schema.as_object().ok_or("the root is no object")?;
    let named = |name: &str| root.get("type").and_then(Value::as_str) == Some(name);
    let upper = matches!(form, Form::GeminiParameters | Form::GeminiVertex);
    if !named(if upper { "OBJECT" } else { "object" }) {
        return Err("the root is not of type object".into());
    }
    let unions = ["anyOf", "oneOf", "allOf", "enum", "not"];
    if form != Form::Mcp2026 && unions.iter().any(|keyword| root.contains_key(*keyword)) {
        return Err("the root has a union".into());
    }
    let mut walk = Walk { form, root, keywords: form.keywords(), optional: 0, unions: 0 };
    walk.schema(root, "#", true, false)?;
    if matches!(form, Form::AnthropicStrict | Form::BedrockStrict) {
        if walk.optional > 24 {
            return Err(format!("{} optional parameters", walk.optional));
        }
        if walk.unions > 16 {
            return Err(format!("{} unions", walk.unions));
        }
    }
    if !form.recursion() && recursive(root) {
        return Err("recursion".into());
    }
    Ok(())
}

struct Walk<'a> {
    form: Form,
    root: &'a Map<String, Value>,
    keywords: Vec<&'static str>,
    optional: usize,
    unions: usize,
}

impl Walk<'_> {
    fn any(&mut self, value: &Value, at: &str, in_union: bool) -> Result<(), String> {
        match value {
            Value::Object(map) => self.schema(map, at, false, in_union),
            _ => Err(format!("{at}: a boolean schema")),
        }
    }

    fn schema(
        &mut self,
        map: &Map<String, Value>,
        at: &str,
        root: bool,
        in_union: bool,
    ) -> Result<(), String> {
        for (keyword, value) in map {
            if !self.keywords.contains(&keyword.as_str()) {
                return Err(format!("{at}: `{keyword}` is not taken"));
            }
            let here = format!("{at}/{keyword}");
            match keyword.as_str() {
                "properties" | "$defs" | "patternProperties" => {
                    let members = value.as_object().ok_or(format!("{here}: no object"))?;
                    for (name, schema) in members {
                        self.any(schema, &format!("{here}/{name}"), false)?;
                    }
                }
                "items" => self.any(value, &here, false)?,
                "additionalProperties" if !value.is_boolean() => self.any(value, &here, false)?,
                "anyOf" | "oneOf" | "prefixItems" => {
                    let members = value.as_array().ok_or(format!("{here}: no list"))?;
                    if members.is_empty() {
                        return Err(format!("{here}: empty"));
                    }
                    for schema in members {
                        self.any(schema, &here, keyword != "prefixItems")?;
                    }
                }
                _ => {}
            }
        }
        self.types(map, at)?;
        self.scalars(map, at)?;
        self.references(map, at, in_union)?;
        self.object(map, at, root)
    }

    fn types(&mut self, map: &Map<String, Value>, at: &str) -> Result<(), String> {
        let form = self.form;
        let said = map.get("type");
        if said.is_some_and(Value::is_array) || map.contains_key("anyOf") {
            self.unions += 1;
        }
        let names: Vec<&str> = match said {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            Some(name) => name.as_str().into_iter().collect(),
            None => Vec::new(),
        };
        let known = ["null", "boolean", "integer", "number", "string", "array", "object"];
        for name in &names {
            let upper = matches!(form, Form::GeminiParameters | Form::GeminiVertex);
            let plain = if upper { name.to_lowercase() } else { (*name).to_owned() };
            if !known.contains(&plain.as_str()) || (upper && plain == *name) {
                return Err(format!("{at}: type {name}"));
            }
        }
        let list = said.is_some_and(Value::is_array);
        match form {
            Form::GeminiParameters | Form::GeminiVertex if list => {
                return Err(format!("{at}: Proto field is not repeating"));
            }
            Form::DeepSeekStrict
                if list && names.iter().any(|n| ["object", "array"].contains(n)) =>
            {
                return Err(format!("{at}: unknown variant `object`"));
            }
            _ => {}
        }
        let typed = !names.is_empty() || map.contains_key("anyOf") || map.contains_key("$ref");
        let must = matches!(
            form,
            Form::OpenAiStrict
                | Form::DeepSeekStrict
                | Form::GeminiParameters
                | Form::GeminiVertex
                | Form::LlamaCpp
                | Form::Xai
                | Form::BedrockStrict
        );
        let constant = map.contains_key("enum") || map.contains_key("const");
        if must && !typed || form == Form::AnthropicStrict && !typed && !constant {
            return Err(format!("{at}: no type"));
        }
        if names.iter().any(|name| name.eq_ignore_ascii_case("array"))
            && !map.contains_key("items")
            && !map.contains_key("prefixItems")
            && names.len() <= 2
        {
            return Err(format!("{at}: array schema missing items"));
        }
        Ok(())
    }

    fn scalars(&self, map: &Map<String, Value>, at: &str) -> Result<(), String> {
        let form = self.form;
        if let Some(format) = map.get("format").and_then(Value::as_str)
            && !form.formats().contains(&format)
        {
            return Err(format!("{at}: Unknown format: {format}"));
        }
        if let Some(pattern) = map.get("pattern").and_then(Value::as_str) {
            let looks = ["(?=", "(?!", "(?<"].iter().any(|part| pattern.contains(part));
            let strict = !matches!(
                form,
                Form::OpenAi | Form::Anthropic | Form::Bedrock | Form::Mcp2025 | Form::Mcp2026
            );
            if strict && form != Form::Ollama && looks {
                return Err(format!("{at}: lookaround"));
            }
            if form == Form::LlamaCpp && !(pattern.starts_with('^') && pattern.ends_with('$')) {
                return Err(format!("{at}: Pattern must start with '^' and end with '$'"));
            }
            if form == Form::CohereStrict && pattern.contains(['^', '$']) {
                return Err(format!("{at}: `^` and `$` are not supported"));
            }
        }
        let gemini = matches!(form, Form::GeminiParameters | Form::GeminiVertex);
        if let Some(values) = map.get("enum").and_then(Value::as_array) {
            if values.is_empty() {
                return Err(format!("{at}: empty enum"));
            }
            if gemini && !values.iter().all(Value::is_string) {
                return Err(format!("{at}: Invalid value (TYPE_STRING)"));
            }
        }
        if matches!(form, Form::AnthropicStrict | Form::BedrockStrict)
            && map.get("minItems").and_then(Value::as_u64).is_some_and(|min| min > 1)
        {
            return Err(format!("{at}: minItems"));
        }
        let whole = map.get("type").and_then(Value::as_str) == Some("integer");
        let bounded = BOUNDS.iter().chain(OPEN_BOUNDS).any(|keyword| map.contains_key(*keyword));
        if form == Form::LlamaCpp && bounded && !whole && !map["type"].is_array() {
            return Err(format!("{at}: bounds of a number"));
        }
        Ok(())
    }

    fn references(&self, map: &Map<String, Value>, at: &str, in_union: bool) -> Result<(), String> {
        let Some(target) = map.get("$ref").and_then(Value::as_str) else { return Ok(()) };
        let name = target.strip_prefix("#/$defs/");
        let found = name.map(|name| {
            let defs = self.root.get("$defs").and_then(Value::as_object);
            defs.is_some_and(|defs| defs.contains_key(name))
        });
        if target != "#" && found != Some(true) {
            return Err(format!("{at}: `{target}` dangles"));
        }
        let siblings = map.len() > 1;
        let only = |allowed: &[&str]| {
            map.keys().all(|key| key == "$ref" || allowed.contains(&key.as_str()))
        };
        match self.form {
            Form::OpenAiStrict | Form::AnthropicStrict if siblings => {
                Err(format!("{at}: $ref with siblings"))
            }
            Form::GeminiJsonSchema if !only(&["description", "default"]) => {
                Err(format!("{at}: $ref was set alongside unsupported fields"))
            }
            Form::DeepSeekStrict if in_union => Err(format!("{at}: $ref as a member of anyOf")),
            _ => Ok(()),
        }
    }

    fn object(&mut self, map: &Map<String, Value>, at: &str, root: bool) -> Result<(), String> {
        let is_object = map.get("type").is_some_and(|name| match name {
            Value::String(name) => name.eq_ignore_ascii_case("object"),
            Value::Array(names) => names.len() == 2 && names.contains(&"object".into()),
            _ => false,
        });
        if !is_object {
            return Ok(());
        }
        let properties = map.get("properties").and_then(Value::as_object);
        let names: Vec<&String> = properties.into_iter().flat_map(Map::keys).collect();
        let required: Vec<&str> = map
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if let Some(name) = required.iter().find(|name| !names.iter().any(|known| known == *name)) {
            return Err(format!("{at}: `{name}` is required and not there"));
        }
        self.optional += names.len() - required.len();
        let form = self.form;
        if form.closed() && map.get("additionalProperties") != Some(&Value::Bool(false)) {
            return Err(format!("{at}: 'additionalProperties' must be explicitly set to false"));
        }
        if form.closed() && properties.is_none() {
            return Err(format!("{at}: no properties"));
        }
        if form.all_required() && required.len() != names.len() {
            return Err(format!("{at}: not every property is required"));
        }
        if form == Form::CohereStrict && required.is_empty() {
            return Err(format!("{at}: no required property"));
        }
        if form == Form::DeepSeekStrict && !root && names.is_empty() {
            return Err(format!("{at}: an empty object"));
        }
        if matches!(
            form,
            Form::GeminiParameters | Form::GeminiVertex | Form::Anthropic | Form::AnthropicStrict
        ) {
            let safe = |name: &&String| {
                (1..=64).contains(&name.len())
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
            };
            if let Some(name) = names.iter().find(|name| !safe(name)) {
                return Err(format!("{at}: property key `{name}`"));
            }
        }
        if let Some(order) = map.get("propertyOrdering").and_then(Value::as_array) {
            let mut order: Vec<&str> = order.iter().filter_map(Value::as_str).collect();
            let mut known: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            order.sort_unstable();
            known.sort_unstable();
            if order != known {
                return Err(format!("{at}: propertyOrdering is no order of the properties"));
            }
        }
        Ok(())
    }
}

/// Some definition reaches itself.
fn recursive(root: &Map<String, Value>) -> bool {
    fn reaches<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(map) => {
                found.extend(map.get("$ref").and_then(Value::as_str));
                map.values().for_each(|value| reaches(value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| reaches(item, found)),
            _ => {}
        }
    }
    let Some(defs) = root.get("$defs").and_then(Value::as_object) else {
        let mut found = Vec::new();
        root.values().for_each(|value| reaches(value, &mut found));
        return found.contains(&"#");
    };
    defs.iter().any(|(name, schema)| {
        let start = format!("#/$defs/{name}");
        let mut found = Vec::new();
        reaches(schema, &mut found);
        let mut at = 0;
        while at < found.len() {
            if let Some(next) = found[at].strip_prefix("#/$defs/").and_then(|name| defs.get(name)) {
                let mut more = Vec::new();
                reaches(next, &mut more);
                for target in more {
                    if !found.contains(&target) {
                        found.push(target);
                    }
                }
            }
            at += 1;
        }
        found.contains(&start.as_str())
    })
}
