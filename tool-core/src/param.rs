//! What a parameter is: its type, its default, its constraints.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserializer;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A type that can be a parameter of a tool: whatever is `Deserialize` and `JsonSchema`, owned
/// and `Send`.
///
/// ```
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct City {
///     name: String,
/// }
/// fn takes<T: tool_core::ToolParam>() {}
/// takes::<City>();
/// takes::<Option<Vec<City>>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool",
    label = "no JSON Schema or no way to decode it",
    note = "a tool parameter is an owned type with `Deserialize` and `JsonSchema`; for your own \
            type: `#[derive(serde::Deserialize, schemars::JsonSchema)]`"
)]
pub trait ToolParam: Sized + Send + 'static {
    /// The JSON Schema of the type.
    fn schema(generator: &mut SchemaGenerator) -> Schema;

    /// Reads a value of the type.
    ///
    /// # Errors
    /// Whatever the deserializer or the type finds wrong.
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

#[diagnostic::do_not_recommend]
impl<T> ToolParam for T
where
    T: DeserializeOwned + JsonSchema + Send + 'static,
{
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer)
    }
}

/// One parameter, as the macro writes it down.
#[derive(Debug)]
pub struct ParamDef {
    /// Name on the wire.
    pub name: &'static str,
    /// Description for the model; empty if there is none.
    pub doc: &'static str,
    /// What stands in for an absent value.
    pub default: ParamDefault,
    /// What a value must satisfy beyond its type.
    pub limits: Option<&'static Limits>,
    /// Other names on the wire.
    pub aliases: &'static [&'static str],
    /// Example values, each as JSON text.
    pub examples: &'static [&'static str],
    /// Whether values are masked wherever they would show.
    pub secret: bool,
    /// Whether the value names a resource that the call reads.
    pub reads: bool,
    /// Whether the value names a resource that the call writes.
    pub writes: bool,
}

impl ParamDef {
    /// A parameter with nothing but what every one has.
    pub const fn new(name: &'static str) -> Self {
        ParamDef {
            name,
            doc: "",
            default: ParamDefault::None,
            limits: None,
            aliases: &[],
            examples: &[],
            secret: false,
            reads: false,
            writes: false,
        }
    }

    pub(crate) fn answers_to(&self, key: &str) -> bool {
        self.name == key || self.aliases.contains(&key)
    }
}

/// The schema of a parameter's type, and whether the value may be absent.
#[derive(Debug)]
pub struct ParamType {
    /// The schema.
    pub schema: Schema,
    /// Whether an absent value decodes, as it does for `Option<T>`.
    pub optional: bool,
    /// The names of an enum's variants in declared order.
    pub variants: Option<&'static [&'static str]>,
}

/// What stands in for an absent value.
#[derive(Debug, Clone, Copy)]
pub enum ParamDefault {
    /// Nothing: the value is required, or its type decodes from absence.
    None,
    /// A literal, decoded into the type when needed.
    Literal(Literal),
    /// An expression; this is its value for the schema.
    Computed(fn() -> Value),
}

impl ParamDefault {
    pub(crate) fn is_some(&self) -> bool {
        !matches!(self, ParamDefault::None)
    }

    /// The default as JSON.
    pub(crate) fn value(&self) -> Option<Value> {
        match self {
            ParamDefault::None => None,
            ParamDefault::Literal(literal) => Some(literal.value()),
            ParamDefault::Computed(value) => Some(value()),
        }
    }
}

/// A literal that can stand in a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal {
    /// An integer.
    Int(i128),
    /// A number with a fraction.
    Float(f64),
    /// Truth.
    Bool(bool),
    /// Text.
    Str(&'static str),
}

impl Literal {
    pub(crate) fn value(&self) -> Value {
        match *self {
            Literal::Int(int) => integer(int),
            Literal::Float(float) => Value::from(float),
            Literal::Bool(truth) => Value::Bool(truth),
            Literal::Str(text) => Value::from(text),
        }
    }
}

/// An integer as JSON; beyond 64 bits it is a float, as serde_json has no wider number.
pub(crate) fn integer(int: i128) -> Value {
    if let Ok(small) = i64::try_from(int) {
        Value::from(small)
    } else if let Ok(large) = u64::try_from(int) {
        Value::from(large)
    } else {
        Value::from(int as f64)
    }
}

/// What a value must satisfy beyond its type.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Least number.
    pub min: Option<Bound>,
    /// Greatest number.
    pub max: Option<Bound>,
    /// Fewest characters of a text, or items of a list.
    pub min_length: Option<usize>,
    /// Most characters of a text, or items of a list.
    pub max_length: Option<usize>,
    /// What a text must match.
    pub pattern: Option<Pattern>,
}

/// One end of a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// An integer that is itself allowed.
    Int(i128),
    /// A number that is itself allowed.
    Float(f64),
    /// A number that is not allowed, but everything beside it.
    Below(f64),
}

impl Bound {
    /// The end that a constant gives, as both kinds of number: an integer where one can stand for
    /// it.
    pub const fn of(int: i128, float: f64) -> Self {
        if int as f64 == float { Bound::Int(int) } else { Bound::Float(float) }
    }
}

/// A regular expression in Rust's syntax, unanchored.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    source: &'static str,
}

impl Pattern {
    /// A pattern that the macro has checked.
    pub const fn new(source: &'static str) -> Self {
        Pattern { source }
    }

    /// The expression as written.
    pub fn source(&self) -> &'static str {
        self.source
    }
}

impl Limits {
    /// No limit.
    pub const NONE: Limits =
        Limits { min: None, max: None, min_length: None, max_length: None, pattern: None };

    pub(crate) fn accepts_int(&self, int: i128) -> bool {
        let above = match self.min {
            None => true,
            Some(Bound::Int(min)) => int >= min,
            Some(Bound::Float(min)) => int as f64 >= min,
            Some(Bound::Below(min)) => int as f64 > min,
        };
        let below = match self.max {
            None => true,
            Some(Bound::Int(max)) => int <= max,
            Some(Bound::Float(max)) => int as f64 <= max,
            Some(Bound::Below(max)) => (int as f64) < max,
        };
        above && below
    }

    pub(crate) fn accepts_float(&self, float: f64) -> bool {
        let above = match self.min {
            None => true,
            Some(Bound::Int(min)) => float >= min as f64,
            Some(Bound::Float(min)) => float >= min,
            Some(Bound::Below(min)) => float > min,
        };
        let below = match self.max {
            None => true,
            Some(Bound::Int(max)) => float <= max as f64,
            Some(Bound::Float(max)) => float <= max,
            Some(Bound::Below(max)) => float < max,
        };
        above && below
    }

    pub(crate) fn accepts_length(&self, length: usize) -> bool {
        self.min_length.is_none_or(|min| length >= min)
            && self.max_length.is_none_or(|max| length <= max)
    }

    pub(crate) fn accepts_text(&self, text: &str) -> bool {
        let measured = self.min_length.is_some() || self.max_length.is_some();
        (!measured || self.accepts_length(text.chars().count()))
            && self.pattern.is_none_or(|pattern| crate::pattern::matches(pattern.source, text))
    }
}
