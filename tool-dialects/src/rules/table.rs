//! The tables as rows, for the documentation.

use std::fmt::Write as _;

use serde::Serialize;

use super::profile::{Any, Formats, Maps, Nulls, Patterns, Profile, Recursion, Refs, Tuples};
use super::{anthropic, engines, google, mcp, openai, others};

/// One row: what a form does with a keyword.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Rule {
    /// The form, for example `OpenAI strict`.
    pub form: &'static str,
    /// The keyword, or a word for a shape.
    pub keyword: String,
    /// What is done with it.
    pub treatment: String,
    /// Where the rule stands.
    pub source: &'static str,
}

fn forms() -> [&'static Profile; 21] {
    [
        &openai::CHAT,
        &openai::RESPONSES,
        &openai::STRICT,
        &anthropic::PLAIN,
        &anthropic::STRICT,
        &google::JSON_SCHEMA,
        &google::PARAMETERS,
        &google::VERTEX_PARAMETERS,
        &anthropic::BEDROCK,
        &anthropic::BEDROCK_STRICT,
        &others::MISTRAL,
        &others::COHERE,
        &others::COHERE_STRICT,
        &others::XAI,
        &others::DEEPSEEK,
        &others::DEEPSEEK_STRICT,
        &engines::OLLAMA,
        &engines::LLAMA_CPP,
        &engines::VLLM,
        &mcp::REVISION_2026,
        &mcp::REVISION_2025,
    ]
}

/// Keywords that the tables are about.
const KEYWORDS: &[&str] = &[
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "default",
    "title",
    "$ref",
    "not",
    "if",
    "dependentRequired",
    "nullable",
    "propertyOrdering",
];

/// Every rule of every form, read from the tables that lowering itself uses.
pub fn rules() -> Vec<Rule> {
    forms().into_iter().flat_map(rules_of).collect()
}

fn rules_of(profile: &'static Profile) -> Vec<Rule> {
    let mut rows = Vec::new();
    let mut row = |keyword: &str, treatment: String, cited: &str| {
        let source = profile.cite(cited);
        rows.push(Rule { form: profile.form, keyword: keyword.to_owned(), treatment, source });
    };
    row("name", profile.names.rule.to_owned(), "name");
    row("root", root(profile).to_owned(), "root");
    for keyword in KEYWORDS {
        row(keyword, keyword_rule(profile, keyword), keyword);
    }
    row("allOf", "merged into one schema".to_owned(), "allOf");
    row("null", nulls(profile).to_owned(), "null");
    row("optional properties", optional(profile).to_owned(), "required");
    row("objects", objects(profile).to_owned(), "additionalProperties");
    row("maps", maps(profile).to_owned(), "additionalProperties");
    row("tuples", tuples(profile).to_owned(), "prefixItems");
    row("any value", any(profile).to_owned(), "any");
    row("recursion", recursion(profile).to_owned(), "recursion");
    row("documented enum", documented(profile).to_owned(), "union of constants");
    rows
}

fn keyword_rule(profile: &Profile, keyword: &str) -> String {
    if !profile.takes(keyword) {
        let rule = match keyword {
            "oneOf" => "`anyOf`",
            "const" => "`enum` of one",
            "anyOf" => "not strict",
            "prefixItems" | "patternProperties" | "$ref" => "rewritten",
            "title" => "dropped",
            "nullable" | "propertyOrdering" => "not written",
            "exclusiveMinimum" | "exclusiveMaximum" if profile.takes("minimum") => {
                "inclusive bound for integers, else in words"
            }
            "additionalProperties" => "not written",
            _ => "in words in the description",
        };
        return rule.to_owned();
    }
    match keyword {
        "format" => {
            let Formats::Only(known) = profile.formats;
            let all = [known, profile.number_formats].concat();
            format!("only {}; others in words", all.join(", "))
        }
        "pattern" => match profile.patterns {
            Patterns::Any => "kept",
            Patterns::Regular => "kept without lookaround and back references",
            Patterns::Simple => r"kept without lookaround, back references, `\b`, `\p`",
            Patterns::Anchored => "kept from `^` to `$`; others in words",
            Patterns::Unanchored => "kept without `^` and `$`",
        }
        .to_owned(),
        "minItems" => match profile.min_items_up_to {
            Some(limit) => format!("kept up to {limit}; more in words"),
            None => "kept".to_owned(),
        },
        "enum" if profile.text_choices => "text only; others in words".to_owned(),
        "enum" | "const" if !profile.typed_choices => "kept, without `type` beside it".to_owned(),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
            if !profile.fraction_bounds =>
        {
            "kept for integers".to_owned()
        }
        "$ref" => match profile.refs {
            Refs::Keep => "kept",
            Refs::Wrap => "kept; with a description, `anyOf: [{$ref}]`",
            Refs::InlineDocumented => "kept; with a description, written out",
            Refs::NotInUnions => "kept; in a union, written out",
            Refs::Inline => "written out, recursive ones kept",
        }
        .to_owned(),
        _ => "kept".to_owned(),
    }
}

fn root(profile: &Profile) -> &'static str {
    match (profile.root_union, profile.omit_empty) {
        (true, _) => "an object; a union may stand beside `type: object`",
        (_, true) => "a plain object, anything else under `value`; omitted when empty",
        _ => "a plain object; anything else under `value`",
    }
}

fn nulls(profile: &Profile) -> &'static str {
    match (profile.nulls, profile.drop_optional_null) {
        (_, true) if profile.nulls == Nulls::None => "dropped where optional, else not strict",
        (_, true) => "dropped where optional, else `type: [T, null]`",
        (Nulls::TypeArray, _) => "`type: [T, null]`, `anyOf` for references and unions",
        (Nulls::ScalarTypeArray, _) => "`type: [T, null]` for scalars, else `anyOf`",
        (Nulls::AnyOf, _) => "`anyOf: [T, null]`",
        (Nulls::Keyword, _) => "`nullable: true`",
        (Nulls::None, _) => "not strict",
    }
}

fn optional(profile: &Profile) -> &'static str {
    match (profile.all_required, profile.some_required) {
        (true, _) => "required, with `null` for absent unless there is a default",
        (_, true) => "not required; an object needs one required property",
        _ => "not required",
    }
}

fn objects(profile: &Profile) -> &'static str {
    use super::profile::Objects;
    match (profile.objects, profile.empty_objects) {
        (Objects::Closed, true) => "closed",
        (Objects::Closed, false) => "closed; an empty one below the root is not strict",
        _ => "as given",
    }
}

fn maps(profile: &Profile) -> &'static str {
    match profile.maps {
        Maps::Keep => "`additionalProperties`",
        Maps::Pairs => "a list of `{key, value}`",
        Maps::NotStrict => "not strict, or a list of `{key, value}` if asked",
    }
}

fn tuples(profile: &Profile) -> &'static str {
    match profile.tuples {
        Tuples::Prefix => "`prefixItems` with the length",
        Tuples::ItemsOrObject => "`items` with the length; of several types, `{_0, _1}`",
        Tuples::Object => "an object `{_0, _1}`",
        Tuples::Widen => "`items: {anyOf}` with the length",
    }
}

fn any(profile: &Profile) -> &'static str {
    match profile.any {
        Any::Empty => "`{}`",
        Any::Types => "a list of all types",
        Any::JsonText => "a string that holds JSON",
        Any::NotStrict => "not strict",
    }
}

fn recursion(profile: &Profile) -> &'static str {
    match profile.recursion {
        Recursion::Keep => "kept",
        Recursion::ThroughOptional => "kept; noted where it is not through an optional property",
        Recursion::NotStrict => "not strict",
        Recursion::Refused => "refused",
    }
}

fn documented(profile: &Profile) -> &'static str {
    if profile.union_choices {
        "a union of constants, each with its text"
    } else {
        "one `enum`, the texts in the description"
    }
}

/// The rules as Markdown tables, one a form.
pub fn rules_markdown() -> String {
    let mut out = String::new();
    let mut form = "";
    for rule in rules() {
        if rule.form != form {
            form = rule.form;
            let _ =
                write!(out, "\n### {form}\n\n| keyword | treatment | source |\n|---|---|---|\n");
        }
        let source = match rule.source.split_once(' ') {
            None => format!("<{}>", rule.source),
            Some((url, rest)) if url.starts_with("http") => format!("<{url}> {rest}"),
            Some(_) => rule.source.to_owned(),
        };
        let _ = writeln!(out, "| `{}` | {} | {source} |", rule.keyword, rule.treatment);
    }
    out
}
