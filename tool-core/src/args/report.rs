//! What is wrong with arguments, in words for a model.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use super::describe::{clip, show};
use crate::metadata::closed_set;

closed_set! {
    /// What kind of fault an argument has.
    pub enum FaultKind ("kind of fault") {
        /// The text is not JSON.
        Syntax = "syntax",
        /// A required argument is absent.
        Missing = "missing",
        /// There is no such parameter.
        Unknown = "unknown",
        /// A value of another type.
        Type = "type",
        /// A number outside its range.
        Range = "range",
        /// A text or list too short or too long.
        Length = "length",
        /// A text that does not match its pattern.
        Pattern = "pattern",
        /// A value that is not one of those allowed.
        Enum = "enum",
        /// A key given twice, or by name and alias together.
        Duplicate = "duplicate",
        /// A value that its type refuses.
        Value = "value",
        /// Nested too deeply.
        TooDeep = "too_deep",
        /// Too many bytes.
        TooLarge = "too_large",
    }
}

/// One thing that is wrong with the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// Where, for example `edits[2].old`; empty for the arguments as a whole.
    pub path: String,
    /// What kind of fault.
    pub kind: FaultKind,
    /// What is wrong, without the path.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.detail)
        } else {
            write!(f, "`{}` {}", self.path, self.detail)
        }
    }
}

/// One argument that was repaired without loss.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// Where, for example `limit`.
    pub path: String,
    /// What was done, for example `string to integer`.
    pub what: &'static str,
}

impl Repair {
    pub(crate) fn to_value(&self) -> Value {
        json!({"path": self.path, "repair": self.what})
    }
}

/// Whether arguments fit a tool, and all that is wrong if they do not.
///
/// ```
/// use serde_json::json;
/// use tool_core::{FnTool, Tool, ToolResult};
/// let tool = Tool::from(FnTool::new(
///     "head",
///     "The first lines of a file.",
///     json!({"type": "object", "required": ["path"], "properties": {
///         "path": {"type": "string"}, "limit": {"type": "integer"}}}),
///     |_, _| async { Ok(tool_core::ToolOutput::none()) },
/// ));
/// let report = tool.validate(&json!({"limit": "ten"}));
/// assert!(!report.valid);
/// assert_eq!(report.errors, [
///     "`path` is missing (a string)",
///     "`limit` must be an integer, not the string \"ten\"",
/// ]);
/// assert_eq!(report.invalid_params["limit"], "type: must be an integer, not the string \"ten\"");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentReport {
    /// Whether the call would be made.
    pub valid: bool,
    /// One sentence a fault, in parameter order.
    pub errors: Vec<String>,
    /// The first fault of each parameter, as `kind: what is wrong`.
    pub invalid_params: BTreeMap<String, String>,
    /// The faults as data.
    pub faults: Vec<Fault>,
    /// What was repaired.
    pub repairs: Vec<Repair>,
    /// What was sent and what is expected, for the end of the message.
    pub(crate) context: Vec<String>,
}

/// The most faults that are worded; the rest is counted.
const SHOWN: usize = 20;

impl ArgumentReport {
    pub(crate) fn new(faults: Vec<Fault>, repairs: Vec<Repair>, context: Vec<String>) -> Self {
        let mut report = ArgumentReport {
            valid: true,
            errors: Vec::new(),
            invalid_params: BTreeMap::new(),
            faults: Vec::new(),
            repairs,
            context,
        };
        for fault in faults {
            report.add(fault);
        }
        report
    }

    fn add(&mut self, fault: Fault) {
        self.valid = false;
        self.errors.push(fault.to_string());
        let end = fault.path.find(['.', '[']).unwrap_or(fault.path.len());
        let parameter = fault.path.get(..end).unwrap_or_default().to_owned();
        self.invalid_params
            .entry(parameter)
            .or_insert_with(|| format!("{}: {}", fault.kind, fault.detail));
        self.faults.push(fault);
    }

    /// A value that the schema accepts and the type does not.
    pub(crate) fn refuse_value(
        &mut self,
        name: &str,
        value: &Value,
        secret: bool,
        error: &serde_json::Error,
    ) {
        let shown = if secret { "the value given".to_owned() } else { show(value) };
        let reason = plain_reason(error).filter(|_| !secret);
        let detail = match reason {
            Some(reason) => format!("cannot be {shown}: {reason}"),
            None => format!("cannot be {shown}"),
        };
        self.add(Fault { path: name.to_owned(), kind: FaultKind::Value, detail });
    }

    /// A default that its own type refuses: the tool's fault, not the caller's.
    pub(crate) fn refuse_default(&mut self) {
        self.add(Fault {
            path: String::new(),
            kind: FaultKind::Value,
            detail: "a default of this tool does not fit its own type; pass every argument"
                .to_owned(),
        });
    }

    /// The faults as the model reads them, one a line, then what was sent and what is expected.
    pub(crate) fn to_text(&self, tool: &str) -> String {
        let mut text = format!("invalid arguments for `{tool}`");
        for error in self.errors.iter().take(SHOWN) {
            text.push_str("\n- ");
            text.push_str(error);
        }
        if self.errors.len() > SHOWN {
            text.push_str(&format!("\n- and {} more", self.errors.len() - SHOWN));
        }
        for line in &self.context {
            text.push('\n');
            text.push_str(line);
        }
        text
    }
}

/// What a type said about a value, if it said it in words of its own: serde's ready sentences
/// name Rust types and are left out.
fn plain_reason(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let text = match text.rfind(" at line ") {
        Some(end) => text.get(..end).unwrap_or_default(),
        None => &text,
    };
    let ready = [
        "invalid type",
        "invalid value",
        "invalid length",
        "missing field",
        "unknown field",
        "unknown variant",
        "duplicate field",
        "data did not match",
    ];
    if text.contains("::") || ready.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    Some(clip(text, 200))
}
