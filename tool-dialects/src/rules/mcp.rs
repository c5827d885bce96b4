//! Model Context Protocol, two revisions.

use super::openai::OPEN;
use super::profile::{NameRule, Profile};
use super::sources;

const NAMES: NameRule = NameRule {
    rule: "a name is 1 to 128 of letters, digits, `_`, `.` and `-`",
    longest: 128,
    also: "_.-",
    leading_digit: true,
    source: sources::MCP_2026,
};

const KEYWORDS: &[&str] = &[
    "type",
    "title",
    "description",
    "default",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "properties",
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
    "unevaluatedItems",
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
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "contains",
    "minContains",
    "maxContains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "x-mcp-header",
];

/// The root of `inputSchema` is an object; any keyword may stand beside.
pub(super) static REVISION_2026: Profile = Profile {
    form: "MCP 2026-07-28",
    source: sources::MCP_2026,
    cited: &[],
    keywords: KEYWORDS,
    names: NAMES,
    root_union: true,
    ..OPEN
};

pub(super) static REVISION_2025: Profile = Profile {
    form: "MCP 2025-11-25",
    source: sources::MCP_2025,
    names: NameRule { source: sources::MCP_2025, ..NAMES },
    root_union: false,
    cited: &[],
    keywords: KEYWORDS,
    ..OPEN
};
