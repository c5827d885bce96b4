//! Everything that expansions name, and only that. No part of the public interface: it may
//! change in any release.

use std::any::TypeId;
use std::fmt::Display;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::same_type::cast;
pub use inventory;
pub use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
pub use serde_json::Value;
pub use std::time::Duration;

pub use crate::args::{Arg, OutputSchemaFn, Slot, Source, Undecoded, arg};
pub use crate::bounds::{AvailabilityAnswer, ToolDefault, ToolReturn};
pub use crate::metadata::*;
pub use crate::output::Form;
pub use crate::param::{Bound, Limits, Literal, ParamDef, ParamDefault, Pattern, ToolParam};
pub use crate::registry::Toolset;
pub use crate::tool::{Injected, Made, Origin, ToolDef, ToolFuture};
pub use crate::{Arguments, ToolContext, ToolError, ToolOutput, ToolResult};
pub use tool_macros::crate_defaults;

pub use std::option::Option::{None, Some};
pub use std::result::Result::Ok;

/// What the call function of a tool gives.
pub type Decoded = Result<ToolFuture, Undecoded>;

/// The ways to ask [`Returned`], without names that could hide an author's.
pub mod probes {
    pub use super::{
        FallibleDisplay as _, FallibleInto as _, FallibleSchema as _, Infallible as _,
        NoSchema as _, PlainSchema as _, Refused as _,
    };
}

/// A tool as `inventory` holds it.
pub struct Registered(pub &'static ToolDef);

inventory::collect!(Registered);

/// What a crate declares for all its tools, as `inventory` holds it.
pub struct CrateDefaults {
    /// The crate's `module_path!()`.
    pub module: &'static str,
    /// What is declared.
    pub table: MetadataTable,
}

inventory::collect!(CrateDefaults);

/// The value of a computed default for the schema.
pub fn default_value<T: ToolDefault>(default: T) -> Value {
    default.to_value()
}

/// Text that can be the default of a `T`.
#[diagnostic::on_unimplemented(
    message = "text is no default for a parameter of type `{T}`",
    label = "this default is a string",
    note = "write the value without quotes, or an expression of the parameter's type"
)]
pub trait DefaultText<T> {}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> DefaultText<T> for &'static str {}

/// Asks the compiler whether a text can be the default of `T`.
pub fn text_as_default_of<T>(_: impl DefaultText<T>) {}

/// Runs an availability check.
pub fn availability<A: AvailabilityAnswer>(check: fn() -> A) -> Result<(), String> {
    check().answer()
}

/// A type whose values the host can give to a tool by `#[inject]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be injected",
    label = "many calls share an injected value at once",
    note = "an injected type is owned, `Send` and `Sync`: use `Arc`, `Mutex`, `RwLock` or an atomic \
            in it"
)]
pub trait Injectable: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Injectable for T {}

/// The identity of an injected type.
pub fn type_id<T: 'static>() -> TypeId {
    TypeId::of::<T>()
}

/// An injected value. The executor was built only because it is there; a context made by hand
/// may still lack it.
///
/// # Panics
/// If the context has no value of the type; the executor contains it.
pub fn injected<T: Injectable>(ctx: &ToolContext) -> Arc<T> {
    match ctx.state::<T>() {
        Some(value) => value,
        None => panic!(
            "no value of type `{}` was given; add it with `.state(…)`",
            std::any::type_name::<T>()
        ),
    }
}

/// Turns what a tool returns into its result.
pub type OutputFn<R> = fn(R, Form) -> ToolResult;

/// The running of an async tool.
pub fn run<F>(future: F, form: Form, output: OutputFn<F::Output>) -> ToolFuture
where
    F: Future + Send + 'static,
{
    Box::pin(Running { future, form, output })
}

pin_project_lite::pin_project! {
    /// As `async move { output(future.await, form) }`, which costs each tool more to compile.
    struct Running<F: Future> {
        #[pin]
        future: F,
        form: Form,
        output: OutputFn<F::Output>,
    }
}

impl<F: Future> Future for Running<F> {
    type Output = ToolResult;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<ToolResult> {
        let this = self.project();
        let (form, output) = (*this.form, *this.output);
        this.future.poll(context).map(|value| output(value, form))
    }
}

/// The running of a sync tool on the blocking pool.
pub fn run_blocking<R, F>(work: F, form: Form, output: OutputFn<R>) -> ToolFuture
where
    R: 'static,
    F: FnOnce() -> R + Send + 'static,
{
    Box::pin(crate::exec::blocking(move || output(work(), form)))
}

/// The running of a trivial sync tool on the executor.
pub fn run_inline<R, F>(work: F, form: Form, output: OutputFn<R>) -> ToolFuture
where
    R: 'static,
    F: FnOnce() -> R + Send + 'static,
{
    Box::pin(async move { output(work(), form) })
}

/// A type that can be the output of a tool.
pub trait Output: Sized {
    /// The result of a call that gave this.
    fn into_result(self, form: Form) -> ToolResult;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + 'static> Output for T {
    fn into_result(self, form: Form) -> ToolResult {
        // The comparisons are of constants: one way is compiled for each type.
        let ty = TypeId::of::<T>();
        if ty == TypeId::of::<String>() {
            return ToolResult::ok(ToolOutput::text(cast::<T, String>(self).unwrap_or_default()));
        }
        if ty == TypeId::of::<&'static str>() {
            return ToolResult::ok(ToolOutput::text(
                cast::<T, &'static str>(self).unwrap_or_default(),
            ));
        }
        if ty == TypeId::of::<()>() {
            return ToolResult::ok(ToolOutput::none());
        }
        ToolResult::of_data(&self, form)
    }
}

impl Output for ToolResult {
    fn into_result(self, _: Form) -> ToolResult {
        self
    }
}

impl Output for ToolOutput {
    fn into_result(self, _: Form) -> ToolResult {
        ToolResult::ok(self)
    }
}

/// What `#[tool]` finds out about a return type.
pub struct Return<R> {
    /// Turns what a tool returns into its result.
    pub result: OutputFn<R>,
    /// Makes the schema of the output.
    pub schema: OutputSchemaFn,
}

/// Finds how a return type becomes a result. The levels stand behind references, so that method
/// lookup tries the most special first: `(&&&&Returned::<R>::NEW).output()`.
pub struct Returned<R>(PhantomData<fn() -> R>);

impl<R> Returned<R> {
    /// A value to ask.
    pub const NEW: Self = Returned(PhantomData);
}

/// `Result` with an error that converts into `ToolError`.
pub trait FallibleInto<R> {
    /// The conversion.
    fn output(&self) -> OutputFn<R>;
}

impl<T: Output, E: Into<ToolError>> FallibleInto<Result<T, E>> for &&&Returned<Result<T, E>> {
    fn output(&self) -> OutputFn<Result<T, E>> {
        |result, form| match result {
            Ok(value) => value.into_result(form),
            Err(error) => error.into().into(),
        }
    }
}

/// `Result` with an error that can be shown.
pub trait FallibleDisplay<R> {
    /// The conversion.
    fn output(&self) -> OutputFn<R>;
}

impl<T: Output, E: Display> FallibleDisplay<Result<T, E>> for &&Returned<Result<T, E>> {
    fn output(&self) -> OutputFn<Result<T, E>> {
        |result, form| match result {
            Ok(value) => value.into_result(form),
            Err(error) => ToolError::from_display(error).into(),
        }
    }
}

/// Whatever can be output by itself.
pub trait Infallible<R> {
    /// The conversion.
    fn output(&self) -> OutputFn<R>;
}

impl<R: Output> Infallible<R> for &Returned<R> {
    fn output(&self) -> OutputFn<R> {
        R::into_result
    }
}

/// Everything else, to be refused in words.
pub trait Refused<R> {
    /// The conversion, which nothing has.
    fn output(&self) -> OutputFn<R>
    where
        R: ToolReturn;
}

impl<R> Refused<R> for Returned<R> {
    fn output(&self) -> OutputFn<R>
    where
        R: ToolReturn,
    {
        |_, _| ToolResult::ok(ToolOutput::none())
    }
}

/// Finds the schema of a return type: `(&&&Returned::<R>::NEW).schema()`.
pub trait FallibleSchema {
    /// The schema of the good case.
    fn schema(&self) -> OutputSchemaFn;
}

impl<T: JsonSchema + 'static, E> FallibleSchema for &&Returned<Result<T, E>> {
    fn schema(&self) -> OutputSchemaFn {
        output_schema::<T>
    }
}

/// A return type with a schema.
pub trait PlainSchema {
    /// The schema.
    fn schema(&self) -> OutputSchemaFn;
}

impl<T: JsonSchema + 'static> PlainSchema for &Returned<T> {
    fn schema(&self) -> OutputSchemaFn {
        output_schema::<T>
    }
}

/// A return type without one.
pub trait NoSchema {
    /// No schema.
    fn schema(&self) -> OutputSchemaFn;
}

impl<T> NoSchema for Returned<T> {
    fn schema(&self) -> OutputSchemaFn {
        |_| None
    }
}

fn output_schema<T: JsonSchema + 'static>(generator: &mut SchemaGenerator) -> Option<Schema> {
    let text = [TypeId::of::<String>(), TypeId::of::<&'static str>(), TypeId::of::<()>()];
    if text.contains(&TypeId::of::<T>()) {
        return None;
    }
    Some(generator.subschema_for::<T>())
}
