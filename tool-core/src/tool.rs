//! What a tool is: the table that the macro writes, and the trait for tools made at run time.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use schemars::SchemaGenerator;
use serde_json::{Map, Value};

use crate::args::{Described, Outline, Shape, ShapeParam, Source, Undecoded};
use crate::metadata::{MetadataTable, UnknownArguments};
use crate::param::ParamDef;
use crate::{
    AccessMode, Arguments, ToolContext, ToolError, ToolMetadata, ToolOutput, ToolResult, schema,
};

/// The running of a call: it has decoded its arguments, and does nothing until it is polled.
pub type ToolFuture = Pin<Box<dyn Future<Output = ToolResult> + Send>>;

/// Whether a tool can be used now, or why not.
pub type AvailabilityFn = fn() -> Result<(), String>;

/// A tool as the macro writes it down: one static table.
#[derive(Debug)]
pub struct ToolDef {
    /// The name on the wire.
    pub name: &'static str,
    /// The description for the model.
    pub description: &'static str,
    /// The parameters, in declared order; at most 64.
    pub params: &'static [ParamDef],
    /// Decodes the arguments and gives the running of the call.
    pub call: fn(&ToolContext, &mut Source<'_>) -> Result<ToolFuture, Undecoded>,
    /// The metadata.
    pub metadata: MetadataTable,
    /// The availability check.
    pub availability: Option<AvailabilityFn>,
    /// Narrows the access mode of one call.
    pub effective_access: Option<fn(&Arguments) -> AccessMode>,
    /// What an approval is bound to beside the arguments.
    pub fingerprint: Option<fn(&Arguments) -> String>,
    /// Types that the host must give.
    pub injects: &'static [Injected],
    /// Where it was written.
    pub origin: Origin,
    /// Made at first use.
    pub made: Made,
}

/// What is made of a table at its first use.
#[derive(Debug, Default)]
pub struct Made {
    shape: OnceLock<Shape>,
    outlines: OnceLock<Vec<Option<Outline>>>,
}

impl Made {
    /// Nothing yet.
    pub const fn new() -> Self {
        Made { shape: OnceLock::new(), outlines: OnceLock::new() }
    }
}

/// A type that a tool expects the host to give.
#[derive(Debug, Clone, Copy)]
pub struct Injected {
    /// The type, as the author wrote it.
    pub name: &'static str,
    /// Its identity.
    pub id: fn() -> std::any::TypeId,
}

/// Where a tool comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The module path in a crate, or the name of a plugin or server.
    pub krate: Cow<'static, str>,
    /// The file, empty if unknown.
    pub file: Cow<'static, str>,
    /// The line, 0 if unknown.
    pub line: u32,
}

impl Origin {
    /// The origin of code: `module_path!()`, `file!()`, `line!()`.
    pub const fn code(module: &'static str, file: &'static str, line: u32) -> Self {
        Origin { krate: Cow::Borrowed(module), file: Cow::Borrowed(file), line }
    }

    /// The name of the crate, plugin or server.
    pub fn crate_name(&self) -> &str {
        self.krate.split("::").next().unwrap_or_default()
    }

    /// The origin of a tool that is made at run time by `krate`.
    pub fn runtime(krate: impl Into<Cow<'static, str>>) -> Self {
        Origin { krate: krate.into(), file: Cow::Borrowed(""), line: 0 }
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.file.is_empty() {
            write!(f, "{}", self.krate)
        } else {
            write!(f, "{}:{} ({})", self.file, self.line, self.crate_name())
        }
    }
}

impl ToolDef {
    pub(crate) fn ignores_unknown(&self) -> bool {
        self.metadata.unknown_arguments == Some(UnknownArguments::Ignore)
    }

    /// What each parameter's type takes, in parameter order, and what the function gives.
    ///
    /// The slots know, and only the call function makes them; it stops when it has asked them.
    pub(crate) fn describe(&self, generator: &mut SchemaGenerator) -> Described {
        let mut found = Described::default();
        let ctx = ToolContext::builder().build();
        let described = (self.call)(&ctx, &mut Source::describing(generator, &mut found));
        debug_assert!(described.is_err(), "a fill that describes does not succeed");
        found
    }

    /// The outline of the values of a parameter, if there is one; made once.
    pub(crate) fn outline(&'static self, index: usize) -> Option<&'static Outline> {
        let made = self.made.outlines.get_or_init(|| {
            let properties = self.shape().schema.get("properties");
            let outline = |param: &ParamDef| Outline::of(properties?.get(param.name)?);
            self.params.iter().map(outline).collect()
        });
        made.get(index)?.as_ref()
    }

    /// The shape of the arguments, made once.
    pub(crate) fn shape(&'static self) -> &'static Shape {
        self.made.shape.get_or_init(|| Shape {
            schema: schema::of_params(self),
            params: self.params.iter().map(shape_param).collect(),
            ignores_unknown: self.ignores_unknown(),
        })
    }
}

fn shape_param(param: &ParamDef) -> ShapeParam {
    ShapeParam {
        name: Arc::from(param.name),
        aliases: param.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        secret: param.secret,
        reads: param.reads,
        writes: param.writes,
        default: param.default.value(),
    }
}

/// A future that borrows from a tool.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A tool made at run time: its name and schema are values.
///
/// Its arguments are checked against [`parameters`](DynTool::parameters), and repaired where
/// that loses nothing, before [`call`](DynTool::call) sees them. For a closure see [`FnTool`].
///
/// ```
/// use serde_json::{Map, Value, json};
/// use tool_core::{AccessMode, BoxFuture, DynTool, ToolContext, ToolMetadata, ToolOutput, ToolResult};
///
/// struct Echo;
///
/// impl DynTool for Echo {
///     fn name(&self) -> &str {
///         "echo"
///     }
///     fn description(&self) -> &str {
///         "Gives back what it is given."
///     }
///     fn parameters(&self) -> Value {
///         json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]})
///     }
///     fn metadata(&self) -> ToolMetadata {
///         ToolMetadata::new().access_mode(AccessMode::Readonly)
///     }
///     fn call(&self, arguments: Map<String, Value>, _: ToolContext) -> BoxFuture<'_, ToolResult> {
///         Box::pin(async move { ToolResult::ok(ToolOutput::from(arguments["text"].clone())) })
///     }
/// }
/// ```
pub trait DynTool: Send + Sync + 'static {
    /// The name on the wire: `[A-Za-z_][A-Za-z0-9_]{0,63}`.
    fn name(&self) -> &str;

    /// The description for the model.
    fn description(&self) -> &str;

    /// The JSON Schema of the argument object. It is asked for once.
    fn parameters(&self) -> Value;

    /// The JSON Schema of structured output, if there is any. It is asked for once.
    fn output_schema(&self) -> Option<Value> {
        None
    }

    /// The metadata. It is asked for once.
    fn metadata(&self) -> ToolMetadata {
        ToolMetadata::new()
    }

    /// Where the tool comes from. It is asked for once.
    fn origin(&self) -> Origin {
        Origin::runtime("run time")
    }

    /// Whether [`availability`](DynTool::availability) says anything: asking takes a thread.
    fn checks_availability(&self) -> bool {
        false
    }

    /// Whether the tool can be used now, or why not. It may block.
    ///
    /// # Errors
    /// The reason, for people.
    fn availability(&self) -> Result<(), String> {
        Ok(())
    }

    /// Whether [`effective_access`](DynTool::effective_access) says anything. It is asked for
    /// only then, for it needs the arguments in canonical form.
    fn narrows(&self) -> bool {
        false
    }

    /// Narrows the access mode of one call; what would widen it is not heeded.
    fn effective_access(&self, _arguments: &Arguments) -> Option<AccessMode> {
        None
    }

    /// Whether [`fingerprint`](DynTool::fingerprint) says anything.
    fn has_fingerprint(&self) -> bool {
        false
    }

    /// What an approval is bound to beside the arguments, for example the content of a script that
    /// they name. It may block.
    fn fingerprint(&self, _arguments: &Arguments) -> Option<String> {
        None
    }

    /// Whether [`fresh`](DynTool::fresh) says anything.
    fn has_fresh(&self) -> bool {
        false
    }

    /// A short text that changes whenever what the call reads has changed; none where nothing
    /// tells. Results of idempotent tools that only read are kept under it. It may block. For
    /// tools that mark what they [`read`](ToolMetadata::reads), files are looked at without it.
    fn fresh(&self, _arguments: &Arguments) -> Option<String> {
        None
    }

    /// Runs a call. Dropping the future must end its work.
    fn call(&self, arguments: Map<String, Value>, ctx: ToolContext) -> BoxFuture<'_, ToolResult>;
}

type FnCall =
    dyn Fn(Map<String, Value>, ToolContext) -> BoxFuture<'static, ToolResult> + Send + Sync;

/// A tool made at run time from a closure.
///
/// ```
/// use serde_json::json;
/// use tool_core::{AccessMode, FnTool, Registry, ToolMetadata, ToolOutput};
///
/// let registry = Registry::new();
/// let shout = FnTool::new(
///     "shout",
///     "The text in capitals.",
///     json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}),
///     |arguments, _ctx| async move {
///         let text = arguments["text"].as_str().unwrap_or_default().to_uppercase();
///         Ok(ToolOutput::text(text))
///     },
/// )
/// .metadata(ToolMetadata::new().access_mode(AccessMode::Readonly));
/// registry.register(shout)?;
/// # Ok::<(), tool_core::RegistryError>(())
/// ```
pub struct FnTool {
    name: String,
    description: String,
    parameters: Value,
    metadata: ToolMetadata,
    origin: Origin,
    availability: Option<Box<dyn Fn() -> Result<(), String> + Send + Sync>>,
    call: Arc<FnCall>,
}

impl FnTool {
    /// A tool from its name, description, argument schema and body.
    pub fn new<F, R>(
        name: impl Into<String>,
        description: impl Into<String>,
        parameters: Value,
        body: F,
    ) -> Self
    where
        F: Fn(Map<String, Value>, ToolContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
    {
        let call = Arc::new(move |arguments, ctx| {
            let running = body(arguments, ctx);
            Box::pin(async move { ToolResult::from(running.await) }) as BoxFuture<'static, _>
        });
        FnTool {
            name: name.into(),
            description: description.into(),
            parameters,
            metadata: ToolMetadata::new(),
            origin: Origin::runtime("run time"),
            availability: None,
            call,
        }
    }

    /// Sets the metadata.
    #[must_use]
    pub fn metadata(mut self, metadata: ToolMetadata) -> Self {
        self.metadata = metadata;
        self
    }

    /// Sets where the tool comes from.
    #[must_use]
    pub fn origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// Sets the availability check.
    #[must_use]
    pub fn availability(
        mut self,
        check: impl Fn() -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        self.availability = Some(Box::new(check));
        self
    }
}

impl std::fmt::Debug for FnTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FnTool").field("name", &self.name).finish_non_exhaustive()
    }
}

impl DynTool for FnTool {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn parameters(&self) -> Value {
        self.parameters.clone()
    }

    fn metadata(&self) -> ToolMetadata {
        self.metadata.clone()
    }

    fn origin(&self) -> Origin {
        self.origin.clone()
    }

    fn checks_availability(&self) -> bool {
        self.availability.is_some()
    }

    fn availability(&self) -> Result<(), String> {
        self.availability.as_ref().map_or(Ok(()), |check| check())
    }

    fn call(&self, arguments: Map<String, Value>, ctx: ToolContext) -> BoxFuture<'_, ToolResult> {
        (self.call)(arguments, ctx)
    }
}
