//! What a definition may not hold: characters that a person does not see and a model reads, and
//! more text than anyone reads.

use std::fmt;

use serde_json::Value;

use super::Tool;

/// The longest description, in bytes.
const DESCRIPTION: usize = 32 * 1024;

/// The largest schema, in bytes of JSON.
const SCHEMA: usize = 512 * 1024;

/// What is wrong with the text of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadText {
    /// A character that shows as nothing, or that turns text around.
    Hidden(char),
    /// A run of characters that choose the look of the one before them: text can be hidden in it.
    Run(char),
    /// A description of so many bytes.
    LongDescription(usize),
    /// A schema of so many bytes.
    LargeSchema(usize),
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadText::Hidden(found) => {
                write!(f, "its text holds the character U+{:04X}, which nobody sees", *found as u32)
            }
            BadText::Run(found) => {
                write!(f, "its text holds a run of U+{:04X}, in which text can hide", *found as u32)
            }
            BadText::LongDescription(bytes) => {
                write!(f, "its description is {bytes} bytes long, more than {DESCRIPTION}")
            }
            BadText::LargeSchema(bytes) => {
                write!(f, "its schema is {bytes} bytes of JSON, more than {SCHEMA}")
            }
        }
    }
}

/// Finds what is wrong with the text of a tool that was made at run time.
pub(super) fn check(tool: &Tool) -> Result<(), BadText> {
    let description = tool.description();
    if description.len() > DESCRIPTION {
        return Err(BadText::LongDescription(description.len()));
    }
    text(description)?;
    let schema = tool.schema(crate::SchemaLevel::Full);
    let mut bytes = 0;
    strings(schema, &mut bytes)?;
    if bytes > SCHEMA {
        return Err(BadText::LargeSchema(schema.to_string().len()));
    }
    Ok(())
}

/// Every text in a schema; their bytes, and a few for each value, are counted on the way.
fn strings(value: &Value, bytes: &mut usize) -> Result<(), BadText> {
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        *bytes += 4;
        if *bytes > SCHEMA {
            return Ok(());
        }
        match value {
            Value::String(string) => {
                *bytes += string.len();
                text(string)?;
            }
            Value::Array(items) => stack.extend(items),
            Value::Object(map) => {
                for (key, inner) in map {
                    *bytes += key.len();
                    text(key)?;
                    stack.push(inner);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    Ok(())
}

fn text(text: &str) -> Result<(), BadText> {
    if text.is_ascii() {
        return match text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            Some(found) => Err(BadText::Hidden(found)),
            None => Ok(()),
        };
    }
    let mut before = None;
    for c in text.chars() {
        if is_selector(c) && before.is_some_and(is_selector) {
            return Err(BadText::Run(c));
        }
        if is_hidden(c) {
            return Err(BadText::Hidden(c));
        }
        before = Some(c);
    }
    Ok(())
}

/// Variation selectors: one behind an emoji is ordinary.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Tags, directions, and what has no width. Joiners within words and emoji stay, for languages
/// and families need them.
fn is_hidden(c: char) -> bool {
    let spoken = matches!(c, '\n' | '\r' | '\t');
    (c.is_control() && !spoken)
        || matches!(
            c,
            '\u{e0000}'..='\u{e007f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2060}'..='\u{2064}'
                | '\u{feff}'
                | '\u{061c}'
                | '\u{180e}'
                | '\u{fff9}'..='\u{fffb}'
        )
}
