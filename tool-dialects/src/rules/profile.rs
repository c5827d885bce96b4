//! The shape of a dialect's table.

/// Everything that lowering asks of a dialect.
#[derive(Debug)]
pub(crate) struct Profile {
    /// The form's name, as in reports.
    pub(crate) form: &'static str,
    /// Where the rules stand, unless `cited` says better.
    pub(crate) source: &'static str,
    /// A better source for a keyword.
    pub(crate) cited: &'static [(&'static str, &'static str)],
    /// The allow-list. A keyword that is not here is never written.
    pub(crate) keywords: &'static [&'static str],
    pub(crate) strict: bool,
    /// `STRING` instead of `string`.
    pub(crate) upper_types: bool,
    pub(crate) nulls: Nulls,
    /// An optional parameter loses its `null`.
    pub(crate) drop_optional_null: bool,
    pub(crate) refs: Refs,
    pub(crate) recursion: Recursion,
    /// `type` stands beside `enum` and `const`.
    pub(crate) typed_choices: bool,
    /// `enum` holds text only.
    pub(crate) text_choices: bool,
    /// A documented enumeration is a union of constants, each with its text.
    pub(crate) union_choices: bool,
    pub(crate) objects: Objects,
    /// Every property is required; an optional one takes `null`.
    pub(crate) all_required: bool,
    /// Every object has at least one required property.
    pub(crate) some_required: bool,
    /// An object without properties may stand below the root.
    pub(crate) empty_objects: bool,
    pub(crate) maps: Maps,
    pub(crate) tuples: Tuples,
    pub(crate) any: Any,
    pub(crate) formats: Formats,
    pub(crate) number_formats: &'static [&'static str],
    pub(crate) patterns: Patterns,
    /// `minItems` may not be larger.
    pub(crate) min_items_up_to: Option<u64>,
    /// `minimum` and its like also on `number`.
    pub(crate) fraction_bounds: bool,
    /// The rule for property names, if there is one.
    pub(crate) keys: bool,
    pub(crate) names: NameRule,
    /// The root may have a union beside `type: object`.
    pub(crate) root_union: bool,
    /// A tool without parameters has no schema at all.
    pub(crate) omit_empty: bool,
    pub(crate) limits: Option<Limits>,
}

/// How `null` is written besides a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    /// `type: ["string", "null"]`.
    TypeArray,
    /// The same for scalars; `anyOf` for lists and objects.
    ScalarTypeArray,
    /// `anyOf: [X, {type: null}]`.
    AnyOf,
    /// `nullable: true`.
    Keyword,
    /// Not at all.
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refs {
    /// `$ref`, with siblings.
    Keep,
    /// `$ref` alone; with a description, as `anyOf: [{$ref}]`.
    Wrap,
    /// `$ref` alone; with a description, written out.
    InlineDocumented,
    /// `$ref`, except as a bare member of a union.
    NotInUnions,
    /// Everything is written out.
    Inline,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recursion {
    Keep,
    /// Kept through optional properties only, and said in the report elsewhere.
    ThroughOptional,
    /// The tool is not strict.
    NotStrict,
    /// The tool cannot be sent.
    Refused,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Objects {
    /// `additionalProperties: false`, always.
    Closed,
    /// As the schema says, where the keyword is allowed.
    AsGiven,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maps {
    Keep,
    /// A list of `{key, value}`.
    Pairs,
    /// The tool is not strict.
    NotStrict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tuples {
    /// `prefixItems`.
    Prefix,
    /// One `items` for all; where they differ, an object `{_0, _1}`.
    ItemsOrObject,
    /// An object `{_0, _1}`.
    Object,
    /// `items: {anyOf: […]}` with the length.
    Widen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Any {
    /// `{}`.
    Empty,
    /// A list of all types.
    Types,
    /// A string that holds JSON.
    JsonText,
    /// The tool is not strict.
    NotStrict,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Formats {
    Only(&'static [&'static str]),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patterns {
    /// Any regular expression of JSON Schema.
    Any,
    /// Without lookaround and back references.
    Regular,
    /// The same, also without `\b` and `\p`; anchored without saying so.
    Simple,
    /// From `^` to `$`.
    Anchored,
    /// Without `^` and `$`.
    Unanchored,
}

/// What a tool may be called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameRule {
    /// In words.
    pub(crate) rule: &'static str,
    pub(crate) longest: usize,
    /// Allowed besides ASCII letters and digits.
    pub(crate) also: &'static str,
    pub(crate) leading_digit: bool,
    pub(crate) source: &'static str,
}

impl NameRule {
    pub(crate) fn allows(&self, name: &str) -> bool {
        let first = name.chars().next();
        !name.is_empty()
            && name.len() <= self.longest
            && name.chars().all(|c| c.is_ascii_alphanumeric() || self.also.contains(c))
            && (self.leading_digit || first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_'))
    }
}

/// Limits of one strict tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) properties: usize,
    pub(crate) depth: usize,
    pub(crate) characters: usize,
    pub(crate) values: usize,
    pub(crate) optional: usize,
    pub(crate) unions: usize,
}

impl Limits {
    pub(crate) const NONE: Self = Self {
        properties: usize::MAX,
        depth: usize::MAX,
        characters: usize::MAX,
        values: usize::MAX,
        optional: usize::MAX,
        unions: usize::MAX,
    };
}

impl Profile {
    pub(crate) fn takes(&self, keyword: &str) -> bool {
        self.keywords.contains(&keyword)
    }

    /// Where the rule for a keyword stands.
    pub(crate) fn cite(&self, keyword: &str) -> &'static str {
        let better = self.cited.iter().find(|(known, _)| *known == keyword);
        better.map_or(self.source, |(_, source)| source)
    }

    pub(crate) fn takes_format(&self, format: &str) -> bool {
        let Formats::Only(known) = self.formats;
        known.contains(&format)
    }
}

/// Formats of JSON Schema 2020-12.
pub(crate) const STANDARD_FORMATS: &[&str] = &[
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
];

/// Everything of JSON Schema that says something to a model or a checker.
pub(crate) const JSON_SCHEMA: &[&str] = &[
    "type",
    "description",
    "default",
    "enum",
    "const",
    "anyOf",
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
];
