//! Gemini: real JSON Schema in `parametersJsonSchema`, or the protobuf `Schema` in `parameters`.

use super::openai::OPEN;
use super::profile::{
    Any, Formats, Maps, NameRule, Nulls, Patterns, Profile, Recursion, Refs, STANDARD_FORMATS,
    Tuples,
};
use super::sources;

/// The SDK and Vertex say 128 today; servers refused more than 64 through 2026-03.
const NAMES: NameRule = NameRule {
    rule: "a name begins with a letter or `_` and has at most 64 of letters, digits, `_`, `.`, `:` \
           and `-`",
    longest: 64,
    also: "_.:-",
    leading_digit: false,
    source: sources::GEMINI_NAMES,
};

/// The list documented for `responseJsonSchema`; what is not in it is ignored by the server.
pub(super) static JSON_SCHEMA: Profile = Profile {
    form: "Gemini parametersJsonSchema",
    source: sources::GEMINI,
    cited: &[("recursion", sources::GEMINI_CYCLE), ("$ref", sources::GEMINI_REF)],
    keywords: &[
        "type",
        "description",
        "enum",
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
        "format",
        "$ref",
        "$defs",
    ],
    recursion: Recursion::ThroughOptional,
    formats: Formats::Only(STANDARD_FORMATS),
    names: NAMES,
    ..OPEN
};

/// The protobuf. A field that it does not know is a 400 for the whole request.
const PROTO: Profile = Profile {
    form: "Gemini parameters",
    source: sources::GEMINI_SCHEMA,
    cited: &[("enum", sources::GEMINI_ENUM), ("union of constants", sources::GEMINI_FOLD)],
    keywords: &[
        "type",
        "format",
        "description",
        "nullable",
        "enum",
        "items",
        "minItems",
        "maxItems",
        "properties",
        "required",
        "propertyOrdering",
        "minProperties",
        "maxProperties",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "pattern",
        "anyOf",
    ],
    upper_types: true,
    nulls: Nulls::Keyword,
    refs: Refs::Inline,
    recursion: Recursion::Refused,
    text_choices: true,
    maps: Maps::Pairs,
    tuples: Tuples::Widen,
    any: Any::JsonText,
    formats: Formats::Only(&["date-time"]),
    number_formats: &["int32", "int64", "float", "double"],
    patterns: Patterns::Regular,
    keys: true,
    names: NAMES,
    omit_empty: true,
    ..OPEN
};

pub(super) static PARAMETERS: Profile = PROTO;

/// Vertex's `Schema` also has `additionalProperties`.
pub(super) static VERTEX_PARAMETERS: Profile = Profile {
    form: "Gemini parameters (Vertex)",
    keywords: &[
        "type",
        "format",
        "description",
        "nullable",
        "enum",
        "items",
        "minItems",
        "maxItems",
        "properties",
        "required",
        "propertyOrdering",
        "additionalProperties",
        "minProperties",
        "maxProperties",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "pattern",
        "anyOf",
    ],
    maps: Maps::Keep,
    ..PROTO
};
