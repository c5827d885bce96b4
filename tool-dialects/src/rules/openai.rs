//! OpenAI Chat Completions and Responses.

use super::profile::{
    Any, Formats, JSON_SCHEMA, Limits, Maps, NameRule, Nulls, Objects, Patterns, Profile,
    Recursion, Refs, STANDARD_FORMATS, Tuples,
};
use super::sources;

pub(super) const NAMES: NameRule = NameRule {
    rule: "a name is 1 to 64 of letters, digits, `_` and `-`",
    longest: 64,
    also: "_-",
    leading_digit: true,
    source: sources::OPENAI_TOOLS,
};

/// Nothing is enforced, so nearly everything may be said. `oneOf` is never sent: Responses refuses
/// it without strict, too. Other open dialects differ from this one in a few rows.
pub(super) const OPEN: Profile = Profile {
    form: "OpenAI Chat",
    source: sources::OPENAI_TOOLS,
    cited: &[("oneOf", sources::RESPONSES_ONE_OF), ("root", sources::ROOT_UNION)],
    keywords: JSON_SCHEMA,
    strict: false,
    upper_types: false,
    nulls: Nulls::TypeArray,
    drop_optional_null: false,
    refs: Refs::Keep,
    recursion: Recursion::Keep,
    typed_choices: true,
    text_choices: false,
    union_choices: false,
    objects: Objects::AsGiven,
    all_required: false,
    some_required: false,
    empty_objects: true,
    maps: Maps::Keep,
    tuples: Tuples::Prefix,
    any: Any::Empty,
    formats: Formats::Only(STANDARD_FORMATS),
    number_formats: &[],
    patterns: Patterns::Any,
    min_items_up_to: None,
    fraction_bounds: true,
    keys: false,
    names: NAMES,
    root_union: false,
    omit_empty: false,
    limits: None,
};

pub(super) static CHAT: Profile = OPEN;

pub(super) static RESPONSES: Profile = Profile { form: "OpenAI Responses", ..OPEN };

/// Strict function calling. Lengths are not in OpenAI's list and are taken by the server
/// (pydantic-ai 2.68.0 verified it live).
pub(super) static STRICT: Profile = Profile {
    form: "OpenAI strict",
    source: sources::OPENAI_STRICT,
    cited: &[("root", sources::ROOT_UNION)],
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
        "maxItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "$ref",
        "$defs",
    ],
    strict: true,
    refs: Refs::Wrap,
    union_choices: true,
    objects: Objects::Closed,
    all_required: true,
    maps: Maps::NotStrict,
    tuples: Tuples::ItemsOrObject,
    any: Any::NotStrict,
    formats: Formats::Only(&[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    patterns: Patterns::Regular,
    limits: Some(Limits {
        properties: 5_000,
        depth: 10,
        characters: 120_000,
        values: 1_000,
        ..Limits::NONE
    }),
    ..OPEN
};
