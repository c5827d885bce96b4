//! One definition to one dialect.

mod choice;
mod describe;
mod envelope;
mod limits;
mod list;
mod object;
mod reference;
mod root;
mod scalar;
mod walk;

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::definition::Definition;
use crate::dialect::Dialect;
use crate::error::DialectError;
use crate::options::Options;
use crate::report::{Action, Loss};
use crate::restore::WayBack;
use crate::rules::{self, Profile, sources};
use crate::schema;
pub(crate) use limits::{Measure, measure};
pub(crate) use object::wire_keys;
use root::Root;
pub(crate) use root::{ARGUMENT, RESULT};
use walk::{Fault, Walk};

/// A definition in a dialect's form, with the report and the way back.
///
/// Serialises as `{"definition": …, "strict": …, "losses": […]}`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Lowered {
    /// What is sent as one entry of the tools.
    pub definition: Value,
    /// The provider is asked to hold the model to the schema.
    pub strict: bool,
    /// What the form could not carry.
    pub losses: Vec<Loss>,
    /// The tool's name.
    #[serde(skip)]
    pub name: String,
    /// The schema of the arguments as sent; `None` where the form has none for no arguments.
    #[serde(skip)]
    pub parameters: Option<Value>,
    #[serde(skip)]
    pub(crate) way_back: WayBack,
    /// The result goes out under `result`, since the form takes objects only.
    #[serde(skip)]
    pub wraps_result: bool,
}

impl Lowered {
    /// Undoes what the dialect changed, so that the arguments fit the definition again: strict
    /// nulls become absent, `[{key, value}]` a map, `{_0, _1}` a tuple, renamed keys their own.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_dialects::{Definition, Dialect, Options, lower};
    ///
    /// let tool = Definition::new("find", "Find files.", json!({
    ///     "type": "object",
    ///     "properties": { "pattern": { "type": "string" }, "limit": { "type": "integer" } },
    ///     "required": ["pattern"],
    /// }));
    /// let strict = lower(&tool, Dialect::OpenAi, &Options::new().strict(true))?;
    /// let arguments = strict.restore(json!({ "pattern": "*.rs", "limit": null }));
    /// assert_eq!(arguments, json!({ "pattern": "*.rs" }));
    /// # Ok::<(), tool_dialects::DialectError>(())
    /// ```
    pub fn restore(&self, arguments: Value) -> Value {
        self.way_back.restore(arguments)
    }
}

/// Writes a definition in a dialect's form.
///
/// The same definition gives the same bytes, in the order in which it was declared.
///
/// ```
/// use serde_json::json;
/// use tool_dialects::{Definition, Dialect, Options, lower};
///
/// let tool = Definition::new("now", "The time.", json!({ "type": "object", "properties": {
///     "zone": { "type": ["string", "null"], "format": "tz", "description": "Time zone." },
/// }}));
/// let lowered = lower(&tool, Dialect::Anthropic, &Options::new())?;
/// assert_eq!(lowered.definition["input_schema"]["properties"]["zone"], json!({
///     "type": ["string", "null"], "description": "Time zone. (format tz)",
/// }));
/// assert_eq!(lowered.losses[0].path, "#/properties/zone/format");
/// # Ok::<(), tool_dialects::DialectError>(())
/// ```
///
/// # Errors
///
/// A schema that is wrong in itself, a name that the dialect refuses, or a shape that it can carry
/// in no form. The message names tool, path and rule.
pub fn lower(
    definition: &Definition,
    dialect: Dialect,
    options: &Options,
) -> Result<Lowered, DialectError> {
    let plain = rules::plain(dialect, options);
    check_name(definition, plain)?;
    let tree = Arc::new(schema::parse(&definition.name, &definition.parameters)?);
    let mut losses = Vec::new();
    // xAI is strict whether asked or not.
    let wanted = if options.strict || plain.strict { rules::strict(dialect) } else { None };
    if options.strict && wanted.is_none() {
        let reason = format!("{} has no strict form", plain.form);
        losses.push(Loss::new("strict", Action::NonStrict, reason, plain.source));
    }
    let first = wanted.unwrap_or(plain);
    let mut walk = Walk::new(&tree, first, options, definition, false);
    let mut written = walk.root(Root::Arguments);
    let fewer = options.drop_optional_null(true);
    // Over a limit: the nulls of optional parameters are what can be spared.
    if matches!(&written, Err(Fault::NotStrict(loss)) if loss.path == "#") {
        let mut again = Walk::new(&tree, first, &fewer, definition, false);
        let outcome = again.root(Root::Arguments);
        if outcome.is_ok() {
            (walk, written) = (again, outcome);
        }
    }
    let (profile, parameters, wrapped) = match written {
        Ok((parameters, wrapped)) => (first, parameters, wrapped),
        Err(Fault::Refused(error)) => return Err(error),
        Err(Fault::NotStrict(loss)) => {
            losses.push(loss);
            walk = Walk::new(&tree, plain, options, definition, options.strict);
            let (parameters, wrapped) = walk.root(Root::Arguments).map_err(Fault::into_error)?;
            (plain, parameters, wrapped)
        }
    };
    losses.append(&mut walk.losses);
    let parameters = Value::Object(parameters);
    let empty = parameters.get("properties").and_then(Value::as_object).is_none_or(Map::is_empty);
    let omitted = profile.omit_empty && empty && parameters.get("additionalProperties").is_none();
    let mut lowered = Lowered {
        definition: Value::Null,
        strict: profile.strict,
        losses,
        name: definition.name.clone(),
        parameters: (!omitted).then_some(parameters),
        way_back: WayBack::new(tree, profile, wrapped),
        wraps_result: false,
    };
    let output = lower_output(definition, dialect, plain, options, &mut lowered)?;
    lowered.definition = envelope::envelope(definition, dialect, options, &mut lowered, output);
    Ok(lowered)
}

/// The result's schema, where the dialect has a place for it. Only MCP's is sent: elsewhere it
/// costs tokens and binds nobody.
fn lower_output(
    definition: &Definition,
    dialect: Dialect,
    profile: &'static Profile,
    options: &Options,
    lowered: &mut Lowered,
) -> Result<Option<Value>, DialectError> {
    let Some(output) = &definition.output else { return Ok(None) };
    let root = match dialect {
        Dialect::Mcp => Root::AnyResult,
        Dialect::Mcp2025 => Root::ObjectResult,
        _ => {
            let reason = format!("{} is not told what a result looks like", profile.form);
            lowered.losses.push(Loss::new("outputSchema", Action::Dropped, reason, profile.source));
            return Ok(None);
        }
    };
    // An empty schema promises nothing, and some clients fail on it.
    if output.as_object().is_some_and(Map::is_empty) {
        return Ok(None);
    }
    let tree = schema::parse(&definition.name, output)?;
    let mut walk = Walk::new(&tree, profile, options, definition, false);
    let (schema, wrapped) = walk.root(root).map_err(Fault::into_error)?;
    for mut loss in walk.losses {
        loss.path = format!("outputSchema{}", loss.path);
        lowered.losses.push(loss);
    }
    lowered.wraps_result = wrapped;
    Ok(Some(Value::Object(schema)))
}

fn check_name(definition: &Definition, profile: &Profile) -> Result<(), DialectError> {
    if profile.names.allows(&definition.name) {
        return Ok(());
    }
    Err(DialectError::Refused {
        tool: definition.name.clone(),
        path: "name".to_owned(),
        rule: format!("{} ({})", profile.names.rule, profile.form),
        source_url: profile.names.source,
    })
}

pub(crate) const NO_SOURCE: &str = sources::JSON_SCHEMA;
