//! Arguments that are nearly JSON.
//!
//! What models break is punctuation: a fence around the object, a trailing comma, single quotes,
//! `True`, a line break inside a string. All of that is put right. What stands inside a string is
//! never altered, and nothing is guessed: arguments that end in the middle, or that hold two
//! objects, are an error for the model to answer.

mod literal;
mod scan;
mod string;

use serde::Serialize;
use serde_json::{Map, Value};

use scan::{Scan, Stop};

/// What was put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Repair {
    /// Nothing was sent; taken as no arguments.
    Empty,
    /// A code fence, or prose around the object.
    Surroundings,
    /// The object was sent as text, perhaps more than once.
    DoubleEncoding,
    /// A comma before a closing bracket.
    TrailingComma,
    /// Single quotes around a string.
    Quotes,
    /// A key without quotes.
    BareKey,
    /// `True`, `False`, `None`.
    PythonLiteral,
    /// A control character inside a string that should have been escaped.
    ControlCharacter,
    /// A backslash before a character that needs none; kept, unless the character is `'`.
    Escape,
    /// A number written as in other languages: `+1`, `.5`, `1.`.
    Number,
    /// A comment between values.
    Comment,
}

/// Why arguments cannot be read. The text is for the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentError {
    /// They end in the middle, most often because the answer hit its token limit.
    #[error("the arguments end in the middle, at byte {at}; send the whole call again")]
    CutOff {
        /// How many bytes there are.
        at: usize,
    },
    /// They are not JSON, and not nearly.
    #[error("the arguments are not JSON: {what} at byte {at}")]
    Syntax {
        /// Where.
        at: usize,
        /// What was found.
        what: String,
    },
    /// More than one object.
    #[error("the arguments hold more than one JSON object; make one call for each")]
    SeveralObjects,
    /// JSON, but no object.
    #[error("the arguments must be one JSON object, not {found}")]
    NotAnObject {
        /// The JSON type.
        found: &'static str,
    },
    /// Deeper than is read.
    #[error("the arguments nest deeper than {} levels", scan::MAX_DEPTH)]
    TooDeep,
    /// The provider says that the model's call was malformed, and does not show it.
    #[error("the provider could not read the call: {reason}")]
    Malformed {
        /// What the provider said.
        reason: String,
    },
}

/// Reads arguments that are JSON, or nearly.
///
/// ```
/// use serde_json::json;
/// use tool_dialects::{Repair, repair_arguments};
///
/// let text = "```json\n{'path': 'a\\d', \"all\": True,}\n```";
/// let (value, repairs) = repair_arguments(text)?;
/// assert_eq!(value, json!({ "path": "a\\d", "all": true }));
/// assert!(repairs.contains(&Repair::Quotes));
/// # Ok::<(), tool_dialects::ArgumentError>(())
/// ```
///
/// The work is linear in the length of the text.
///
/// # Errors
///
/// What is not one object, even so.
pub fn repair_arguments(text: &str) -> Result<(Value, Vec<Repair>), ArgumentError> {
    counted(text).0
}

type Outcome = Result<(Value, Vec<Repair>), ArgumentError>;

/// The outcome, and how many bytes were looked at in all.
fn counted(text: &str) -> (Outcome, usize) {
    let mut repairs = Vec::new();
    let mut steps = 0;
    let mut text = std::borrow::Cow::Borrowed(text);
    // Encoded twice is seen; more than that is no accident of a model.
    for _ in 0..3 {
        let (value, used) = one_layer(&text, &mut repairs);
        steps += used;
        match value {
            Ok(Value::Object(map)) => {
                repairs.sort_unstable();
                repairs.dedup();
                return (Ok((Value::Object(map), repairs)), steps);
            }
            // Only text that begins as an object can be one that was encoded twice.
            Ok(Value::String(inner)) if inner.trim_start().starts_with(['{', '"', '`']) => {
                repairs.push(Repair::DoubleEncoding);
                text = inner.into();
            }
            Ok(other) => {
                let found = crate::schema::json_type(&other);
                return (Err(ArgumentError::NotAnObject { found }), steps);
            }
            Err(error) => return (Err(error), steps),
        }
    }
    (Err(ArgumentError::NotAnObject { found: "text" }), steps)
}

/// How many places are tried as the start of the object. A constant keeps the work linear.
const STARTS: usize = 8;

fn one_layer(text: &str, repairs: &mut Vec<Repair>) -> (Result<Value, ArgumentError>, usize) {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if trimmed.is_empty() || trimmed == "null" {
        repairs.push(Repair::Empty);
        return (Ok(Value::Object(Map::new())), text.len());
    }
    let mut steps = text.len();
    match serde_json::from_str::<Value>(trimmed) {
        Ok(value) => return (Ok(value), steps),
        Err(error) if error.to_string().contains("recursion limit") => {
            return (Err(ArgumentError::TooDeep), steps);
        }
        Err(_) => {}
    }
    let offset =
        text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
    let whole = whole(trimmed, &mut steps);
    if let Ok((value, mut found)) = whole {
        repairs.append(&mut found);
        return (Ok(value), steps);
    }
    // Prose or a fence: the object is somewhere inside.
    let mut first_error = match whole {
        Err(Stop::At(error)) if starts_as_value(trimmed) => Some(error),
        _ => None,
    };
    let mut from = 0;
    for _ in 0..STARTS {
        let Some(start) = trimmed.get(from..).and_then(|rest| rest.find('{')).map(|at| from + at)
        else {
            break;
        };
        let mut scan = Scan::new(trimmed, start);
        let outcome = scan.value();
        steps += scan.at() - start;
        match outcome {
            Ok(value) => {
                let rest = trimmed.get(scan.at()..).unwrap_or_default();
                steps += rest.len();
                if rest.contains('{') {
                    return (Err(ArgumentError::SeveralObjects), steps);
                }
                repairs.append(&mut scan.repairs);
                repairs.push(Repair::Surroundings);
                return (Ok(value), steps);
            }
            Err(Stop::At(error)) => {
                // A cut-off object reaches the end of the text: nothing after it can be better.
                let done = matches!(error, ArgumentError::CutOff { .. } | ArgumentError::TooDeep);
                first_error.get_or_insert(error);
                if done {
                    break;
                }
            }
        }
        from = start + 1;
    }
    let error =
        first_error.unwrap_or(ArgumentError::Syntax { at: 0, what: "no object".to_owned() });
    (Err(shifted(error, offset)), steps)
}

/// The text as one value and nothing else.
fn whole(text: &str, steps: &mut usize) -> Result<(Value, Vec<Repair>), Stop> {
    let mut scan = Scan::new(text, 0);
    let value = scan.value();
    *steps += scan.at();
    let value = value?;
    scan.blank();
    if scan.at() < text.len() {
        return Err(Stop::At(scan.unexpected()));
    }
    Ok((value, scan.repairs))
}

fn starts_as_value(text: &str) -> bool {
    text.starts_with(['{', '[', '"', '\''])
}

fn shifted(error: ArgumentError, by: usize) -> ArgumentError {
    match error {
        ArgumentError::CutOff { at } => ArgumentError::CutOff { at: at + by },
        ArgumentError::Syntax { at, what } => ArgumentError::Syntax { at: at + by, what },
        other => other,
    }
}

#[cfg(test)]
mod tests;
