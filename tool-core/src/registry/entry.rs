//! One tool in a registry, whatever it was made of.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value, json};

use super::availability::Availability;
use crate::args::ShapeParam;
use crate::args::{Checked, Parsed, Receiver, Shape, Source, Undecoded, check_arguments};
use crate::metadata::{MetadataTable, UnknownArguments};
use crate::schema;
use crate::tool::{ToolDef, ToolFuture};
use crate::{
    AccessMode, ArgumentPolicy, ArgumentReport, Arguments, DynTool, Form, Origin, SchemaLevel,
    ToolContext, ToolMetadata,
};

/// A tool: one that the macro made, or one made at run time. A cheap handle.
#[derive(Clone)]
pub struct Tool(Arc<Entry>);

struct Entry {
    name: Arc<str>,
    /// The names of the tool that this one was made of by [`Registry::register_as`].
    origin_names: Vec<String>,
    description: Cow<'static, str>,
    kind: Kind,
    metadata: ToolMetadata,
    origin: Origin,
    enabled: AtomicBool,
    availability: Availability,
    made: Made,
}

#[derive(Default)]
struct Made {
    schemas: [OnceLock<Value>; 3],
    definitions: [OnceLock<Arc<Value>>; 3],
    tokens: [OnceLock<usize>; 3],
    output: OnceLock<Option<Value>>,
    digest: OnceLock<String>,
}

#[derive(Clone)]
enum Kind {
    Static(&'static ToolDef, Receiver),
    Dynamic(Arc<dyn DynTool>, Arc<Shape>),
}

impl Tool {
    /// A tool that the macro made, with what its crate declares for all, and the toolset if it
    /// is a method.
    pub(crate) fn of_table(
        def: &'static ToolDef,
        defaults: &MetadataTable,
        receiver: Receiver,
    ) -> Self {
        Tool::new(
            Cow::Borrowed(def.name),
            Cow::Borrowed(def.description),
            Kind::Static(def, receiver),
            def.metadata.or(defaults).to_metadata(),
            def.origin.clone(),
        )
    }

    fn of_dynamic(tool: Arc<dyn DynTool>) -> Self {
        let metadata = tool.metadata();
        Tool::with_metadata(tool, metadata)
    }

    /// A tool made at run time, with other metadata than its own.
    pub(crate) fn with_metadata(tool: Arc<dyn DynTool>, metadata: ToolMetadata) -> Self {
        let shape = Shape {
            schema: tool.parameters(),
            params: dynamic_params(&tool.parameters(), &metadata),
            ignores_unknown: metadata.unknown_arguments == UnknownArguments::Ignore,
        };
        Tool::new(
            Cow::Owned(tool.name().to_owned()),
            Cow::Owned(tool.description().to_owned()),
            Kind::Dynamic(Arc::clone(&tool), Arc::new(shape)),
            metadata,
            tool.origin(),
        )
    }

    fn new(
        name: Cow<'static, str>,
        description: Cow<'static, str>,
        kind: Kind,
        metadata: ToolMetadata,
        origin: Origin,
    ) -> Self {
        Tool(Arc::new(Entry {
            name: Arc::from(&*name),
            origin_names: Vec::new(),
            description,
            kind,
            metadata,
            origin,
            enabled: AtomicBool::new(true),
            availability: Availability::default(),
            made: Made::default(),
        }))
    }

    /// The same tool under another name, without its aliases, which stay with the origin.
    pub(crate) fn renamed(&self, name: &str) -> Self {
        let mut metadata = self.0.metadata.clone();
        metadata.aliases.clear();
        let mut renamed = Tool::new(
            Cow::Owned(name.to_owned()),
            self.0.description.clone(),
            self.0.kind.clone(),
            metadata,
            self.0.origin.clone(),
        );
        renamed.set_enabled(self.is_enabled());
        if let Some(entry) = Arc::get_mut(&mut renamed.0) {
            let own = self.names().chain(self.origin_names());
            entry.origin_names = own.map(str::to_owned).collect();
        }
        renamed
    }

    /// The name on the wire.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The name with its namespace, for people and allow lists: `fs.read`.
    pub fn qualified_name(&self) -> Cow<'_, str> {
        match &self.0.metadata.namespace {
            Some(namespace) => Cow::Owned(format!("{namespace}.{}", self.0.name)),
            None => Cow::Borrowed(&self.0.name),
        }
    }

    /// The name, then every alias.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let aliases = self.0.metadata.aliases.iter().map(|alias| &**alias);
        std::iter::once(self.name()).chain(aliases)
    }

    /// The name, shared.
    pub(crate) fn shared_name(&self) -> Arc<str> {
        Arc::clone(&self.0.name)
    }

    /// The names of the tool that this one stands for under another key: rules over them hold.
    pub(crate) fn origin_names(&self) -> impl Iterator<Item = &str> {
        self.0.origin_names.iter().map(String::as_str)
    }

    /// The tags, and that of the access mode, by which decisions go.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        let own = self.0.metadata.tags.iter().map(|tag| &**tag);
        own.chain(std::iter::once(self.0.metadata.decision_access().as_str()))
    }

    /// The description for the model.
    pub fn description(&self) -> &str {
        &self.0.description
    }

    /// The metadata.
    pub fn metadata(&self) -> &ToolMetadata {
        &self.0.metadata
    }

    /// Where the tool comes from.
    pub fn origin(&self) -> &Origin {
        &self.0.origin
    }

    /// Whether the tool is switched on.
    pub fn is_enabled(&self) -> bool {
        self.0.enabled.load(Ordering::Acquire)
    }

    pub(crate) fn set_enabled(&self, enabled: bool) {
        self.0.enabled.store(enabled, Ordering::Release);
    }

    /// The JSON Schema of the arguments, made once.
    pub fn schema(&self, level: SchemaLevel) -> &Value {
        let full = match &self.0.kind {
            Kind::Static(def, _) => &def.shape().schema,
            Kind::Dynamic(_, shape) => &shape.schema,
        };
        if level == SchemaLevel::Full {
            return full;
        }
        match self.0.made.schemas.get(level as usize) {
            Some(place) => place.get_or_init(|| schema::lower(full, level)),
            None => full,
        }
    }

    /// Whether values of a parameter are masked wherever they would show.
    pub fn is_secret(&self, parameter: &str) -> bool {
        self.shape().param(parameter).is_some_and(|param| param.secret)
    }

    pub(crate) fn secret_names(&self) -> Vec<String> {
        let secret = self.shape().params.iter().filter(|param| param.secret);
        secret.map(|param| param.name.to_string()).collect()
    }

    pub(crate) fn has_secrets(&self) -> bool {
        self.shape().params.iter().any(|param| param.secret)
    }

    pub(crate) fn has_parameter(&self, name: &str) -> bool {
        self.shape().params.iter().any(|param| *param.name == *name)
    }

    /// The parameters whose values name what a call reads.
    pub(crate) fn reads(&self) -> Vec<&str> {
        let marked = self.shape().params.iter().filter(|param| param.reads);
        marked.map(|param| &*param.name).collect()
    }

    /// The parameters whose values name what a call writes.
    pub(crate) fn writes(&self) -> Vec<&str> {
        let marked = self.shape().params.iter().filter(|param| param.writes);
        marked.map(|param| &*param.name).collect()
    }

    /// The digest of what a model and a person are shown of the tool, made once.
    pub fn definition_digest(&self) -> &str {
        self.0.made.digest.get_or_init(|| {
            let definition = self.definition(SchemaLevel::Full);
            let metadata = format!("{:?}", self.metadata());
            crate::exec::digest_of(&format!("{definition}\n{metadata}"))
        })
    }

    /// The JSON Schema of structured output, if there is any; made once.
    pub fn output_schema(&self) -> Option<&Value> {
        let made = || match &self.0.kind {
            Kind::Static(def, _) => schema::of_output(def),
            Kind::Dynamic(tool, _) => tool.output_schema(),
        };
        self.0.made.output.get_or_init(made).as_ref()
    }

    /// What a model is shown: `name`, `description`, `parameters`. Made once, then shared.
    pub fn definition(&self, level: SchemaLevel) -> Arc<Value> {
        let make = || {
            let description = match level {
                SchemaLevel::Full => self.description().to_owned(),
                _ => schema::first_sentence(self.description()),
            };
            Arc::new(json!({
                "name": self.name(),
                "description": description,
                "parameters": self.schema(level),
            }))
        };
        match self.0.made.definitions.get(level as usize) {
            Some(place) => Arc::clone(place.get_or_init(make)),
            None => make(),
        }
    }

    /// About how many tokens the definition takes of a model's context, as JSON.
    ///
    /// It is counted without a tokeniser, by the shape of the text.
    pub fn tokens_estimate(&self, level: SchemaLevel) -> usize {
        let estimate = || schema::tokens_estimate(&self.definition(level));
        match self.0.made.tokens.get(level as usize) {
            Some(place) => *place.get_or_init(estimate),
            None => estimate(),
        }
    }

    /// Whether arguments fit, without running anything: every fault at once.
    ///
    /// ```
    /// # use tool_core::{FnTool, Tool, ToolOutput};
    /// # use serde_json::json;
    /// # let tool = Tool::from(FnTool::new("t", "T.", json!({"type": "object", "properties":
    /// #   {"limit": {"type": "integer"}}}), |_, _| async { Ok(ToolOutput::none()) }));
    /// let report = tool.validate(&json!({"limit": "5"}));
    /// assert!(report.valid);
    /// assert_eq!(report.repairs[0].what, "string to integer");
    /// ```
    pub fn validate(&self, arguments: &Value) -> ArgumentReport {
        self.validate_with(arguments, ArgumentPolicy::Lenient)
    }

    /// Whether arguments fit under a policy, without running anything.
    pub fn validate_with(&self, arguments: &Value, policy: ArgumentPolicy) -> ArgumentReport {
        let mut source = Source::borrowed(arguments).with_policy(policy);
        match &self.0.kind {
            // A type may refuse what its schema accepts: only decoding tells.
            Kind::Static(def, receiver) => {
                let ctx = ToolContext::builder().build();
                source.set_receiver(receiver);
                match (def.call)(&ctx, &mut source) {
                    Ok(_not_run) => {
                        ArgumentReport::new(Vec::new(), source.take_repairs(), Vec::new())
                    }
                    Err(Undecoded(report)) => *report,
                }
            }
            Kind::Dynamic(_, shape) => {
                check_arguments(shape, Parsed::from(arguments.clone()), policy).report
            }
        }
    }

    /// The arguments under their wire names, repaired, with defaults filled.
    pub(crate) fn canonical(&self, parsed: Parsed, policy: ArgumentPolicy) -> Checked {
        let shape = self.shape();
        let mut checked = check_arguments(shape, parsed, policy);
        fill(shape, &mut checked);
        checked
    }

    /// The arguments under their wire names with defaults filled, of a call that was decoded into
    /// the types of its parameters as it is.
    pub(crate) fn canonical_of_decoded(&self, parsed: Parsed) -> Checked {
        let shape = self.shape();
        let mut checked = Checked::of_decoded(shape, parsed);
        fill(shape, &mut checked);
        checked
    }

    /// Whether decoding fills typed slots, which judge the arguments by themselves.
    pub(crate) fn decodes_by_type(&self) -> bool {
        matches!(self.0.kind, Kind::Static(..))
    }

    pub(crate) fn shape(&self) -> &Shape {
        match &self.0.kind {
            Kind::Static(def, _) => def.shape(),
            Kind::Dynamic(_, shape) => shape,
        }
    }

    /// Decodes the arguments of a call and gives its running, which has not begun.
    pub(crate) fn prepare(
        &self,
        ctx: &ToolContext,
        source: &mut Source<'_>,
    ) -> Result<ToolFuture, Undecoded> {
        match &self.0.kind {
            Kind::Static(def, receiver) => {
                if receiver.is_some() {
                    source.set_receiver(receiver);
                }
                (def.call)(ctx, source)
            }
            Kind::Dynamic(tool, shape) => {
                let checked = source.check(shape);
                if !checked.report.valid {
                    return Err(Undecoded(Box::new(checked.report)));
                }
                let (tool, ctx) = (Arc::clone(tool), ctx.clone());
                Ok(Box::pin(async move { tool.call(checked.arguments, ctx).await }))
            }
        }
    }

    /// Decodes and runs a call with nothing around it but panic containment: no gate, no mode,
    /// no timeout, no cap. For tests, and for hosts that have all of these themselves.
    ///
    /// `form` is the form in which structured output is wanted.
    pub async fn run_bare(
        &self,
        ctx: &ToolContext,
        arguments: crate::RawArguments<'_>,
        form: Form,
    ) -> crate::ToolResult {
        let prepared = crate::exec::contain::sync(|| {
            let mut source = Source::from(arguments).with_form(form);
            self.prepare(ctx, &mut source)
        });
        match prepared {
            Ok(Ok(running)) => crate::exec::contain::Contained::new(running).await,
            Ok(Err(Undecoded(report))) => crate::exec::invalid_arguments(self.name(), &report),
            Err(panicked) => *panicked,
        }
    }

    /// Whether the access of a call may be narrower than the tool's, by its arguments.
    pub fn may_narrow(&self) -> bool {
        self.narrows_per_call()
    }

    /// Whether the access of a call may be narrower than the tool's.
    pub(crate) fn narrows_per_call(&self) -> bool {
        match &self.0.kind {
            Kind::Static(def, _) => def.effective_access.is_some(),
            Kind::Dynamic(tool, _) => tool.narrows(),
        }
    }

    /// The access of one call, as the tool says.
    pub(crate) fn effective_access(&self, arguments: &Arguments) -> Option<AccessMode> {
        match &self.0.kind {
            Kind::Static(def, _) => def.effective_access.map(|narrow| narrow(arguments)),
            Kind::Dynamic(tool, _) => tool.effective_access(arguments),
        }
    }

    pub(crate) fn has_fingerprint(&self) -> bool {
        match &self.0.kind {
            Kind::Static(def, _) => def.fingerprint.is_some(),
            Kind::Dynamic(tool, _) => tool.has_fingerprint(),
        }
    }

    /// What an approval is bound to beside the arguments. It may block.
    pub(crate) fn fingerprint(&self, arguments: &Arguments) -> Option<String> {
        match &self.0.kind {
            Kind::Static(def, _) => def.fingerprint.map(|fingerprint| fingerprint(arguments)),
            Kind::Dynamic(tool, _) => tool.fingerprint(arguments),
        }
    }

    pub(crate) fn has_fresh(&self) -> bool {
        match &self.0.kind {
            Kind::Static(..) => false,
            Kind::Dynamic(tool, _) => tool.has_fresh(),
        }
    }

    /// What changes with what the call reads. It may block.
    pub(crate) fn fresh(&self, arguments: &Arguments) -> Option<String> {
        match &self.0.kind {
            Kind::Static(..) => None,
            Kind::Dynamic(tool, _) => tool.fresh(arguments),
        }
    }

    pub(crate) fn injects(&self) -> &'static [crate::tool::Injected] {
        match &self.0.kind {
            Kind::Static(def, _) => def.injects,
            Kind::Dynamic(..) => &[],
        }
    }

    /// Whether the tool can be used now, or why not. The answer is kept for 30 s; a check that
    /// panics, or takes longer than 1 s, says no. Blocks for up to 1 s.
    ///
    /// # Errors
    /// The reason, for people.
    pub fn availability(&self) -> Result<(), String> {
        self.0.availability.blocking(self.availability_check())
    }

    /// As [`availability`](Tool::availability), without blocking.
    pub(crate) async fn available(&self) -> Result<(), String> {
        self.0.availability.waiting(self.availability_check()).await
    }

    /// Whether the tool has an availability check.
    pub(crate) fn checks_availability(&self) -> bool {
        match &self.0.kind {
            Kind::Static(def, _) => def.availability.is_some(),
            Kind::Dynamic(tool, _) => tool.checks_availability(),
        }
    }

    fn availability_check(&self) -> Option<Box<dyn FnOnce() -> Result<(), String> + Send>> {
        match &self.0.kind {
            Kind::Static(def, _) => {
                let check = def.availability?;
                Some(Box::new(check))
            }
            Kind::Dynamic(tool, _) => {
                if !tool.checks_availability() {
                    return None;
                }
                let tool = Arc::clone(tool);
                Some(Box::new(move || tool.availability()))
            }
        }
    }

    pub(crate) fn check_schema(&self) -> Result<(), String> {
        let Kind::Dynamic(_, shape) = &self.0.kind else { return Ok(()) };
        match &shape.schema {
            Value::Object(map) => match map.get("type") {
                None => Ok(()),
                Some(kind) if kind == "object" => Ok(()),
                Some(kind) => Err(format!("its type is {kind}, not \"object\"")),
            },
            Value::Bool(true) => Ok(()),
            other => Err(format!("it is {other}")),
        }
    }
}

/// Puts arguments in parameter order, with defaults for those that are absent.
fn fill(shape: &Shape, checked: &mut Checked) {
    if !checked.report.valid {
        return;
    }
    // Models mostly send every argument, in the order of the schema.
    if checked.arguments.len() == shape.params.len()
        && checked
            .arguments
            .keys()
            .map(String::as_str)
            .eq(shape.params.iter().map(|param| &*param.name))
    {
        return;
    }
    let mut filled = Map::new();
    for param in &shape.params {
        let value = checked.arguments.shift_remove(&*param.name);
        if let Some(value) = value.or_else(|| param.default.clone()) {
            filled.insert(param.name.to_string(), value);
        }
    }
    // What a run-time schema takes beyond its named properties.
    filled.append(&mut checked.arguments);
    checked.arguments = filled;
}

/// What the schema of a run-time tool says of its parameters.
fn dynamic_params(schema: &Value, metadata: &ToolMetadata) -> Vec<ShapeParam> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| ShapeParam {
            name: Arc::from(name.as_str()),
            aliases: Vec::new(),
            secret: schema.get("writeOnly") == Some(&Value::Bool(true)),
            reads: metadata.reads.iter().any(|read| read == name),
            writes: metadata.writes.iter().any(|written| written == name),
            default: schema.get("default").cloned(),
        })
        .collect()
}

impl<T: DynTool> From<T> for Tool {
    fn from(tool: T) -> Self {
        Tool::of_dynamic(Arc::new(tool))
    }
}

impl From<Arc<dyn DynTool>> for Tool {
    fn from(tool: Arc<dyn DynTool>) -> Self {
        Tool::of_dynamic(tool)
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool")
            .field("name", &self.0.name)
            .field("origin", &self.0.origin)
            .field("enabled", &self.is_enabled())
            .finish_non_exhaustive()
    }
}
