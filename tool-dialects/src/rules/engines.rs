//! Ollama, llama.cpp, vLLM.

use super::openai::OPEN;
use super::profile::{Any, Formats, Patterns, Profile, Recursion, Refs, Tuples};
use super::sources;

/// Templates render type, description and enum of each property and nothing behind a reference.
pub(super) static OLLAMA: Profile = Profile {
    form: "Ollama",
    source: sources::OLLAMA,
    drop_optional_null: true,
    refs: Refs::Inline,
    recursion: Recursion::Keep,
    tuples: Tuples::ItemsOrObject,
    any: Any::Types,
    ..OPEN
};

/// A grammar is made of each schema; a node that says no type is a 400.
pub(super) static LLAMA_CPP: Profile = Profile {
    form: "llama.cpp",
    source: sources::LLAMA_CPP,
    cited: &[("pattern", sources::LLAMA_PATTERN)],
    keywords: &[
        "type",
        "description",
        "default",
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
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "$ref",
        "$defs",
    ],
    drop_optional_null: true,
    refs: Refs::Inline,
    recursion: Recursion::Keep,
    tuples: Tuples::Object,
    any: Any::Types,
    formats: Formats::Only(&["date", "time", "date-time", "uuid"]),
    patterns: Patterns::Anchored,
    fraction_bounds: false,
    ..OPEN
};

/// Any of three grammar engines may stand behind it, so only what all three compile is sent.
pub(super) static VLLM: Profile = Profile {
    form: "vLLM",
    source: sources::GRAMMARS,
    keywords: &[
        "type",
        "description",
        "default",
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
        "$ref",
        "$defs",
    ],
    drop_optional_null: true,
    refs: Refs::Inline,
    recursion: Recursion::Keep,
    any: Any::Types,
    formats: Formats::Only(&["date", "time", "date-time", "uuid", "email", "uri"]),
    patterns: Patterns::Regular,
    ..OPEN
};
