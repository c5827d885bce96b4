//! Flags made from a tool's schema: from words on a command line to arguments.
//!
//! Only what cannot be put into an object is a fault here; whether the arguments fit is the
//! framework's to say, all faults at once.

use std::ffi::OsString;

use serde_json::{Map, Value};

use crate::help;

/// What the words after a tool's name ask for.
#[derive(Debug, PartialEq)]
pub(crate) enum Words {
    /// Its documentation.
    Help,
    /// A call with these arguments.
    Arguments(Map<String, Value>),
    /// A call with arguments given as JSON text.
    Json(String),
    /// A call with arguments to be read from stdin.
    Stdin,
}

/// Reads the words.
pub(crate) fn parse(schema: &Value, words: &[OsString]) -> Result<Words, String> {
    let none = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let mut words = Texts(words.iter());
    let mut arguments = Map::new();
    let mut json = None;
    while let Some(word) = words.next()? {
        if word == "-h" || (word == "--help" && !properties.contains_key("help")) {
            return Ok(Words::Help);
        }
        let Some(flag) = word.strip_prefix("--").filter(|flag| !flag.is_empty()) else {
            return Err(no_flag(&word, schema));
        };
        let (flag, inline) = match flag.split_once('=') {
            Some((flag, value)) => (flag, Some(value.to_owned())),
            None => (flag, None),
        };
        if flag == "json" && !properties.contains_key("json") {
            json = Some(inline.map_or_else(|| words.value("--json"), Ok)?);
            continue;
        }
        let known = property(properties, flag);
        match known {
            Some((name, property)) if help::kind(property) == "boolean" => {
                let value = match inline.as_deref() {
                    None => Value::Bool(true),
                    Some(text) => scalar(text, property),
                };
                set(&mut arguments, name, value, flag)?;
            }
            Some((name, property)) => {
                let text = inline.map_or_else(|| words.value(&format!("--{flag}")), Ok)?;
                add(&mut arguments, name, property, &text, flag)?;
            }
            None => match negated(properties, flag).filter(|_| inline.is_none()) {
                Some(name) => set(&mut arguments, name, Value::Bool(false), flag)?,
                // Unknown: the framework says so, with the nearest name, beside all other faults.
                None => {
                    let text =
                        inline.map_or_else(|| words.value_if_any(), |text| Ok(Some(text)))?;
                    let value = text.map_or(Value::Bool(true), Value::String);
                    arguments.insert(flag.replace('-', "_"), value);
                }
            },
        }
    }
    match json {
        None => Ok(Words::Arguments(arguments)),
        Some(_) if !arguments.is_empty() => {
            Err("give the arguments as flags or as --json, not both".to_owned())
        }
        Some(json) if json == "-" => Ok(Words::Stdin),
        Some(json) => Ok(Words::Json(json)),
    }
}

/// Words as text.
struct Texts<'a>(std::slice::Iter<'a, OsString>);

impl Texts<'_> {
    fn next(&mut self) -> Result<Option<String>, String> {
        let Some(word) = self.0.next() else { return Ok(None) };
        match word.to_str() {
            Some(text) => Ok(Some(text.to_owned())),
            None => Err(format!("{} is not UTF-8 text, and tools take JSON", word.display())),
        }
    }

    /// The value of a flag: the next word, whatever it is.
    fn value(&mut self, flag: &str) -> Result<String, String> {
        self.next()?.ok_or_else(|| format!("{flag} needs a value"))
    }

    /// The value of a flag of which nothing is known: the next word unless it is a flag.
    fn value_if_any(&mut self) -> Result<Option<String>, String> {
        match self.0.clone().next() {
            Some(word) if !word.to_string_lossy().starts_with("--") => self.next(),
            _ => Ok(None),
        }
    }
}

fn no_flag(word: &str, schema: &Value) -> String {
    let first = schema
        .get("required")
        .and_then(|required| required.get(0))
        .and_then(Value::as_str)
        .map(|name| format!(", for example --{} '{}'", name.replace('_', "-"), word))
        .unwrap_or_default();
    format!("`{word}` stands alone; a tool's arguments are flags{first}")
}

/// The parameter that a flag names; dashes and underscores are the same.
fn property<'p>(properties: &'p Map<String, Value>, flag: &str) -> Option<(&'p str, &'p Value)> {
    let same = |name: &str| name == flag || name.replace('_', "-") == flag.replace('_', "-");
    properties.iter().find(|(name, _)| same(name)).map(|(name, property)| (name.as_str(), property))
}

/// The boolean parameter that `--no-…` switches off.
fn negated<'p>(properties: &'p Map<String, Value>, flag: &str) -> Option<&'p str> {
    let (name, property) = property(properties, flag.strip_prefix("no-")?)?;
    (help::kind(property) == "boolean").then_some(name)
}

fn set(
    arguments: &mut Map<String, Value>,
    name: &str,
    value: Value,
    flag: &str,
) -> Result<(), String> {
    match arguments.insert(name.to_owned(), value) {
        None => Ok(()),
        Some(_) => Err(format!("--{flag} is given twice")),
    }
}

fn add(
    arguments: &mut Map<String, Value>,
    name: &str,
    property: &Value,
    text: &str,
    flag: &str,
) -> Result<(), String> {
    if help::kind(property) != "array" {
        return set(arguments, name, scalar(text, property), flag);
    }
    let item = property.get("items").unwrap_or(&Value::Null);
    // A whole list at once, where it is one.
    if let Ok(Value::Array(all)) = serde_json::from_str::<Value>(text)
        && help::kind(item) != "array"
    {
        return set(arguments, name, Value::Array(all), flag);
    }
    let value = scalar(text, item);
    match arguments.get_mut(name) {
        Some(Value::Array(items)) => items.push(value),
        _ => {
            arguments.insert(name.to_owned(), Value::Array(vec![value]));
        }
    }
    Ok(())
}

/// A value as its schema has it; text that is none stays text, and the framework says why not.
fn scalar(text: &str, property: &Value) -> Value {
    if accepts_text(property) {
        return Value::String(text.to_owned());
    }
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

fn accepts_text(property: &Value) -> bool {
    match property.get("type") {
        Some(Value::String(kind)) => kind == "string",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
        _ => property.get("enum").is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Value {
        json!({"type": "object", "properties": {
            "pattern": {"type": "string"},
            "limit": {"type": "integer"},
            "replace_all": {"type": "boolean"},
            "words": {"type": "array", "items": {"type": "string"}},
            "edits": {"type": "array", "items": {"type": "object"}},
            "options": {"type": "object"},
        }, "required": ["pattern"]})
    }

    fn read(words: &[&str]) -> Result<Words, String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        parse(&schema(), &words)
    }

    fn arguments(words: &[&str]) -> Value {
        match read(words) {
            Ok(Words::Arguments(map)) => Value::Object(map),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_are_what_their_schema_says() {
        assert_eq!(
            arguments(&[
                "--pattern",
                "5",
                "--limit=7",
                "--replace-all",
                "--words",
                "a",
                "--words",
                "-b"
            ]),
            json!({"pattern": "5", "limit": 7, "replace_all": true, "words": ["a", "-b"]})
        );
        assert_eq!(arguments(&["--no-replace-all"]), json!({"replace_all": false}));
        assert_eq!(arguments(&["--replace_all=false"]), json!({"replace_all": false}));
        assert_eq!(arguments(&["--limit", "-5"]), json!({"limit": -5}));
        assert_eq!(arguments(&["--limit", "fifty"]), json!({"limit": "fifty"}));
        assert_eq!(arguments(&["--options", "{\"a\": 1}"]), json!({"options": {"a": 1}}));
        assert_eq!(
            arguments(&["--edits", "{\"old\": \"a\"}", "--edits", "{}"]),
            json!({"edits": [{"old": "a"}, {}]})
        );
        assert_eq!(arguments(&["--words", "[\"a\", \"b\"]"]), json!({"words": ["a", "b"]}));
        assert_eq!(arguments(&["--pattern", "--help"]), json!({"pattern": "--help"}));
    }

    #[test]
    fn unknown_flags_are_left_to_the_framework() {
        assert_eq!(
            arguments(&["--patern", "x", "--limt", "--replace-all"]),
            json!({"patern": "x", "limt": true, "replace_all": true})
        );
    }

    #[test]
    fn what_is_no_call_is_said_at_once() {
        assert_eq!(read(&["--limit"]), Err("--limit needs a value".to_owned()));
        assert!(read(&["*.rs"]).unwrap_err().contains("--pattern '*.rs'"));
        assert!(read(&["--limit", "1", "--limit", "2"]).unwrap_err().contains("twice"));
        assert!(read(&["--json", "{}", "--limit", "2"]).unwrap_err().contains("not both"));
    }

    #[test]
    fn json_and_help() {
        assert_eq!(read(&["--json", "{}"]), Ok(Words::Json("{}".to_owned())));
        assert_eq!(read(&["--json=-"]), Ok(Words::Stdin));
        assert_eq!(read(&["--limit", "1", "--help"]), Ok(Words::Help));
    }
}
