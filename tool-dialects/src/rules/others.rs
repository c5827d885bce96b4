//! Mistral, Cohere, xAI, DeepSeek.

use super::openai::{NAMES, OPEN};
use super::profile::{
    Any, Formats, Maps, NameRule, Nulls, Objects, Patterns, Profile, Recursion, Refs, Tuples,
};
use super::sources;

/// No limits are documented.
pub(super) static MISTRAL: Profile = Profile {
    form: "Mistral",
    source: sources::MISTRAL,
    names: NameRule { source: sources::MISTRAL_NAMES, ..NAMES },
    ..OPEN
};

const COHERE_NAMES: NameRule = NameRule {
    rule: "a name does not begin with a digit and has at most 64 of letters, digits and `_`",
    longest: 64,
    also: "_",
    leading_digit: false,
    source: sources::COHERE_NAMES,
};

pub(super) static COHERE: Profile =
    Profile { form: "Cohere", source: sources::COHERE, names: COHERE_NAMES, ..OPEN };

/// `strict_tools`. Composition, ranges, lengths and open objects are listed as unsupported, so a
/// union makes the tool not strict.
pub(super) static COHERE_STRICT: Profile = Profile {
    form: "Cohere strict_tools",
    source: sources::COHERE_SCHEMA,
    cited: &[("required", sources::COHERE)],
    keywords: &[
        "type",
        "description",
        "enum",
        "const",
        "properties",
        "required",
        "items",
        "pattern",
        "format",
    ],
    strict: true,
    nulls: Nulls::None,
    drop_optional_null: true,
    refs: Refs::Inline,
    recursion: Recursion::NotStrict,
    some_required: true,
    maps: Maps::NotStrict,
    tuples: Tuples::Object,
    any: Any::NotStrict,
    formats: Formats::Only(&["date-time", "uuid", "date", "time"]),
    patterns: Patterns::Unanchored,
    names: COHERE_NAMES,
    ..OPEN
};

/// Strict whether asked or not. A schema of `true` or `false` is a 400, and
/// `additionalProperties` is false unless said.
pub(super) static XAI: Profile = Profile {
    form: "xAI",
    source: sources::XAI,
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
        "prefixItems",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "default",
        "$ref",
        "$defs",
    ],
    strict: true,
    refs: Refs::InlineDocumented,
    recursion: Recursion::Refused,
    any: Any::Types,
    formats: Formats::Only(&["date", "time", "date-time", "email", "uuid", "ipv4", "ipv6", "uri"]),
    patterns: Patterns::Simple,
    ..OPEN
};

pub(super) static DEEPSEEK: Profile =
    Profile { form: "DeepSeek", source: sources::DEEPSEEK, ..OPEN };

/// The beta form. Lists have no lengths, strings have none, and a list or an object that may be
/// null is an `anyOf`.
pub(super) static DEEPSEEK_STRICT: Profile = Profile {
    form: "DeepSeek strict",
    source: sources::DEEPSEEK,
    cited: &[
        ("null", sources::DEEPSEEK_TYPES),
        ("empty", sources::DEEPSEEK_TYPES),
        ("recursion", sources::DEEPSEEK_RIG),
        ("$ref", sources::DEEPSEEK_RIG),
    ],
    keywords: &[
        "type",
        "description",
        "enum",
        "const",
        "default",
        "anyOf",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "pattern",
        "format",
        "$ref",
        "$defs",
    ],
    strict: true,
    nulls: Nulls::ScalarTypeArray,
    refs: Refs::NotInUnions,
    recursion: Recursion::Keep,
    union_choices: true,
    objects: Objects::Closed,
    all_required: true,
    empty_objects: false,
    maps: Maps::NotStrict,
    tuples: Tuples::Object,
    any: Any::NotStrict,
    formats: Formats::Only(&["email", "hostname", "ipv4", "ipv6", "uuid"]),
    patterns: Patterns::Regular,
    ..OPEN
};
