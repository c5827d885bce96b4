//! What `#[tool]` asks of types, in traits whose names rustc shows to authors.

/// What a tool can return. No type has it: rustc asks for it only of a type that `#[tool]` could
/// turn into a result in none of its ways, and then shows what this trait says.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "this cannot become the result of a call",
    note = "return `()`, text, `ToolOutput`, `ToolResult`, or a type with `#[derive(serde::Serialize)]`; \
            or a `Result` of these whose error is a `std::error::Error` or can be shown"
)]
pub trait ToolReturn {}

/// The answer of an availability check, in either of its forms.
#[diagnostic::on_unimplemented(
    message = "an availability check answers `bool` or `Result<(), String>`, not `{Self}`",
    label = "this check has another return type"
)]
pub trait AvailabilityAnswer {
    /// The answer with its reason.
    fn answer(self) -> Result<(), String>;
}

impl AvailabilityAnswer for bool {
    fn answer(self) -> Result<(), String> {
        if self { Ok(()) } else { Err("its availability check says no".to_owned()) }
    }
}

impl<E: Into<String>> AvailabilityAnswer for Result<(), E> {
    fn answer(self) -> Result<(), String> {
        self.map_err(Into::into)
    }
}

/// What a computed default must be able to do: show itself in the schema.
#[diagnostic::on_unimplemented(
    message = "a default of type `{Self}` cannot be shown in the schema",
    label = "this default cannot be written as JSON",
    note = "add `#[derive(serde::Serialize)]` to the type, or write the default as a literal"
)]
pub trait ToolDefault {
    /// The default as JSON.
    fn to_value(&self) -> serde_json::Value;
}

#[diagnostic::do_not_recommend]
impl<T: serde::Serialize> ToolDefault for T {
    fn to_value(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
