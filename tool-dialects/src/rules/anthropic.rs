//! Anthropic Messages, and Bedrock Converse, which follows it.

use super::openai::OPEN;
use super::profile::{
    Any, Formats, JSON_SCHEMA, Limits, Maps, NameRule, Nulls, Objects, Patterns, Profile,
    Recursion, Refs, Tuples,
};
use super::sources;

const NAMES: NameRule = NameRule {
    rule: "a name is 1 to 128 of letters, digits, `_` and `-`",
    longest: 128,
    also: "_-",
    leading_digit: true,
    source: sources::ANTHROPIC_TOOLS,
};

const BEDROCK_NAMES: NameRule =
    NameRule { rule: "a name is 1 to 64 of letters, digits, `_` and `-`", longest: 64, ..NAMES };

/// Any JSON Schema of draft 2020-12 whose root is a plain object.
pub(super) static PLAIN: Profile = Profile {
    form: "Anthropic",
    source: sources::ANTHROPIC_TOOLS,
    cited: &[("root", sources::ROOT_UNION), ("key", sources::ANTHROPIC_KEYS)],
    keywords: JSON_SCHEMA,
    keys: true,
    names: NAMES,
    ..OPEN
};

/// What Anthropic's own SDK makes of a schema, without its losses. The SDK moves `pattern` into the
/// description although the guide lists it; `type` does not stand beside `enum` and `const`.
pub(super) static STRICT: Profile = Profile {
    form: "Anthropic strict",
    source: sources::ANTHROPIC_STRICT,
    cited: &[
        ("root", sources::ROOT_UNION),
        ("key", sources::ANTHROPIC_KEYS),
        ("pattern", sources::ANTHROPIC_SDK),
        ("prefixItems", sources::ANTHROPIC_SDK),
        ("$ref", sources::ANTHROPIC_SDK),
    ],
    keywords: &[
        "type",
        "description",
        "enum",
        "const",
        "anyOf",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "format",
        "$ref",
        "$defs",
    ],
    strict: true,
    nulls: Nulls::AnyOf,
    refs: Refs::InlineDocumented,
    recursion: Recursion::NotStrict,
    typed_choices: false,
    union_choices: true,
    objects: Objects::Closed,
    maps: Maps::NotStrict,
    tuples: Tuples::Object,
    any: Any::NotStrict,
    formats: Formats::Only(&[
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
    ]),
    min_items_up_to: Some(1),
    keys: true,
    names: NAMES,
    limits: Some(Limits { optional: 24, unions: 16, ..Limits::NONE }),
    ..OPEN
};

pub(super) static BEDROCK: Profile = Profile {
    form: "Bedrock Converse",
    source: sources::BEDROCK_MODEL,
    cited: &[("root", sources::ROOT_UNION)],
    names: BEDROCK_NAMES,
    ..OPEN
};

/// Like Anthropic's, with lengths and patterns, which the server takes.
pub(super) static BEDROCK_STRICT: Profile = Profile {
    form: "Bedrock strict",
    source: sources::BEDROCK,
    cited: &[
        ("root", sources::ROOT_UNION),
        ("minLength", sources::BEDROCK_PYDANTIC),
        ("maxLength", sources::BEDROCK_PYDANTIC),
        ("exclusiveMinimum", sources::BEDROCK_PYDANTIC),
        ("exclusiveMaximum", sources::BEDROCK_PYDANTIC),
        ("contains", sources::BEDROCK_PYDANTIC),
    ],
    keywords: &[
        "type",
        "description",
        "enum",
        "const",
        "anyOf",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "$ref",
        "$defs",
    ],
    nulls: Nulls::TypeArray,
    refs: Refs::Keep,
    typed_choices: true,
    patterns: Patterns::Regular,
    keys: false,
    names: BEDROCK_NAMES,
    strict: true,
    recursion: Recursion::NotStrict,
    union_choices: true,
    objects: Objects::Closed,
    maps: Maps::NotStrict,
    tuples: Tuples::Object,
    any: Any::NotStrict,
    formats: Formats::Only(&[
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
    ]),
    min_items_up_to: Some(1),
    limits: Some(Limits { optional: 24, unions: 16, ..Limits::NONE }),
    ..OPEN
};
