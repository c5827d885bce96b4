//! Flags made from a tool's schema: from words on a command line to arguments.
//!
//! Only what cannot be put into an object is a fault here; whether the arguments fit is the
//! framework's to say, all faults at once.

use std::ffi::OsString;

use serde_json::{Map, Value};

use super::json;
use crate::shape::{Shape, Takes};

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
    /// No call.
    Faulty(Faulty),
}

/// Words that make no call.
#[derive(Debug, PartialEq)]
pub(crate) struct Faulty {
    /// What is wrong, one sentence each.
    pub(crate) faults: Vec<String>,
    /// The arguments that could be read.
    pub(crate) arguments: Map<String, Value>,
    /// Parameters that were named, but have no value that could be read.
    pub(crate) named: Vec<String>,
}

/// Options of `tool call` itself, which stand before the tool's name.
const BEFORE_NAME: [&str; 4] = ["root", "mode", "yes", "format"];

/// Reads the words after the name of `tool`.
pub(crate) fn parse(tool: &str, schema: &Value, words: &[OsString]) -> Words {
    let shape = Shape::new(schema);
    let mut reader = Reader {
        tool,
        shape,
        words: words.iter(),
        arguments: Map::new(),
        json: None,
        faults: Vec::new(),
        named: Vec::new(),
        last_switch: None,
    };
    let owns_help = shape.find("help").is_some();
    while let Some(word) = reader.words.next() {
        let Some(word) = word.to_str() else {
            reader.faults.push(format!("`{}` is not UTF-8 text", word.display()));
            continue;
        };
        if word == "-h" || (word == "--help" && !owns_help) {
            return Words::Help;
        }
        reader.word(word);
    }
    reader.done()
}

struct Reader<'a> {
    tool: &'a str,
    shape: Shape<'a>,
    words: std::slice::Iter<'a, OsString>,
    arguments: Map<String, Value>,
    json: Option<String>,
    faults: Vec<String>,
    named: Vec<String>,
    /// The switch that was read just before.
    last_switch: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn word(&mut self, word: &'a str) {
        let Some(flag) = word.strip_prefix("--").filter(|flag| !flag.is_empty()) else {
            return self.stray(word);
        };
        self.last_switch = None;
        let (flag, inline) = match flag.split_once('=') {
            Some((flag, value)) => (flag, Some(value)),
            None => (flag, None),
        };
        if let Some((name, schema)) = self.shape.find(flag) {
            return self.known(flag, inline, name, schema);
        }
        if flag == "json" {
            return self.json(inline);
        }
        if let Some(name) = self.negated(flag).filter(|_| inline.is_none()) {
            return self.set(flag, name, Value::Bool(false));
        }
        if BEFORE_NAME.contains(&flag) {
            // Its value, if it has one, is none of the tool's either.
            let value = inline.or_else(|| self.value_if_any());
            let value = value.map(|value| format!(" {value}")).unwrap_or_default();
            let tool = self.tool;
            return self.faults.push(format!(
                "`--{flag}` stands before the tool's name: tool call --{flag}{value} {tool} …"
            ));
        }
        self.unknown(flag, inline);
    }

    fn known(&mut self, flag: &str, inline: Option<&str>, name: &'a str, schema: &'a Value) {
        let takes = self.shape.takes(schema);
        if takes.is_switch() {
            let value =
                inline.map_or(Value::Bool(true), |text| self.read((flag, name), &takes, text));
            self.last_switch = inline.is_none().then_some(name);
            return self.set(flag, name, value);
        }
        let Some(text) = inline.or_else(|| self.value(flag, name)) else { return };
        if !takes.is_list() {
            let value = self.read((flag, name), &takes, text);
            return self.set(flag, name, value);
        }
        let item = takes.items.map(|items| self.shape.takes(items)).unwrap_or_default();
        // Text is an item as it stands. Of anything else, a list in JSON is the whole list.
        let mut new = match self.read((flag, name), &item, text) {
            Value::Array(all) if !item.is_list() => all,
            one => vec![one],
        };
        match self.arguments.get_mut(name) {
            Some(Value::Array(items)) => items.append(&mut new),
            _ => drop(self.arguments.insert(name.to_owned(), Value::Array(new))),
        }
    }

    /// A value as its schema has it; text that is none stays text, and the framework says why not.
    fn read(&mut self, (flag, name): (&str, &str), takes: &Takes<'_>, text: &str) -> Value {
        if takes.is_text() {
            return Value::from(text);
        }
        match json::read(text) {
            json::Read::Value(value) => return value,
            json::Read::Other => {}
            json::Read::Twice(key) => {
                self.named.push(name.to_owned());
                self.faults.push(format!("`--{flag}` has the key `{key}` twice; give it once"));
            }
        }
        Value::from(text)
    }

    fn json(&mut self, inline: Option<&str>) {
        if self.json.is_some() {
            return self.faults.push("`--json` is given twice; give it once".to_owned());
        }
        if let Some(text) = inline.or_else(|| self.value("json", "")) {
            self.json = Some(text.to_owned());
        }
    }

    /// The framework says that it is unknown, with the nearest name, beside all other faults.
    fn unknown(&mut self, flag: &str, inline: Option<&str>) {
        let value = inline.or_else(|| self.value_if_any()).map_or(Value::Bool(true), Value::from);
        self.arguments.insert(flag.replace('-', "_"), value);
    }

    /// The switch that `--no-…` turns off.
    fn negated(&self, flag: &str) -> Option<&'a str> {
        let rest = flag.strip_prefix("no-").or_else(|| flag.strip_prefix("no_"))?;
        let (name, schema) = self.shape.find(rest)?;
        self.shape.takes(schema).is_switch().then_some(name)
    }

    fn set(&mut self, flag: &str, name: &str, value: Value) {
        if self.arguments.insert(name.to_owned(), value).is_some() {
            self.faults.push(format!("`--{flag}` is given twice; give it once"));
        }
    }

    /// The value of a flag: the next word, whatever it is.
    fn value(&mut self, flag: &str, name: &str) -> Option<&'a str> {
        let next = self.words.next();
        let text = next.and_then(|word| word.to_str());
        if text.is_none() {
            self.named.push(name.to_owned());
            self.faults.push(match next {
                Some(word) => format!("`--{flag} {}` is not UTF-8 text", word.display()),
                None => format!("`--{flag}` needs a value after it"),
            });
        }
        text
    }

    /// The value of a flag of which nothing is known: the next word unless it is a flag.
    fn value_if_any(&mut self) -> Option<&'a str> {
        let next = self.words.clone().next()?.to_str().filter(|word| !word.starts_with("--"))?;
        self.words.next();
        Some(next)
    }

    /// A word that no flag stands before.
    fn stray(&mut self, word: &str) {
        if let Some(switch) = self.last_switch.take()
            && let "true" | "false" = word
        {
            // As one writes it for other flags: `--replace-all false`.
            self.arguments.insert(switch.to_owned(), Value::Bool(word == "true"));
            return;
        }
        let free = self.shape.parameters().map(|(name, _)| name).find(|name| {
            self.shape.is_required(name)
                && !self.arguments.contains_key(*name)
                && !self.named.iter().any(|named| named == name)
        });
        let example = match free {
            Some(name) => {
                self.named.push(name.to_owned());
                format!("write --{} '{word}'", name.replace('_', "-"))
            }
            None => "write the flag that it belongs to before it".to_owned(),
        };
        self.faults.push(format!("`{word}` stands without a flag; {example}"));
    }

    fn done(mut self) -> Words {
        if self.json.is_some() && !self.arguments.is_empty() {
            self.faults.push("give the arguments as flags or as --json, not as both".to_owned());
        }
        if !self.faults.is_empty() {
            let (faults, arguments, named) = (self.faults, self.arguments, self.named);
            return Words::Faulty(Faulty { faults, arguments, named });
        }
        match self.json {
            None => Words::Arguments(self.arguments),
            Some(json) if json == "-" => Words::Stdin,
            Some(json) => Words::Json(json),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(words: &[&str]) -> Words {
        let schema = json!({"type": "object", "properties": {
            "pattern": {"type": "string"},
            "limit": {"type": "integer"},
            "replace_all": {"type": "boolean"},
            "no_ignore": {"type": "boolean"},
            "words": {"type": "array", "items": {"type": "string"}},
            "numbers": {"type": "array", "items": {"type": "integer"}},
            "edits": {"type": "array", "items": {"type": "object"}},
            "options": {"type": "object"},
        }, "required": ["pattern"]});
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        parse("edit", &schema, &words)
    }

    fn arguments(words: &[&str]) -> Value {
        match read(words) {
            Words::Arguments(map) => Value::Object(map),
            other => panic!("{other:?}"),
        }
    }

    fn faults(words: &[&str]) -> Vec<String> {
        match read(words) {
            Words::Faulty(faulty) => faulty.faults,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_are_what_their_schema_says() {
        assert_eq!(
            arguments(&["--pattern", "5", "--limit=7", "--replace-all"]),
            json!({"pattern": "5", "limit": 7, "replace_all": true})
        );
        assert_eq!(arguments(&["--limit", "-5"]), json!({"limit": -5}));
        assert_eq!(arguments(&["--limit", "fifty"]), json!({"limit": "fifty"}));
        assert_eq!(arguments(&["--pattern", "null"]), json!({"pattern": "null"}));
        assert_eq!(arguments(&["--pattern="]), json!({"pattern": ""}));
        assert_eq!(arguments(&["--pattern=a=b"]), json!({"pattern": "a=b"}));
        assert_eq!(arguments(&["--options", "{\"a\": 1}"]), json!({"options": {"a": 1}}));
        assert_eq!(arguments(&["--pattern", "--help"]), json!({"pattern": "--help"}));
    }

    #[test]
    fn switches_are_turned_on_and_off() {
        let on = json!({"replace_all": true});
        let off = json!({"replace_all": false});
        assert_eq!(arguments(&["--replace-all"]), on);
        assert_eq!(arguments(&["--replace_all", "true"]), on);
        assert_eq!(arguments(&["--no-replace-all"]), off);
        assert_eq!(arguments(&["--no_replace_all"]), off);
        assert_eq!(arguments(&["--replace_all=false"]), off);
        assert_eq!(arguments(&["--replace-all", "false"]), off);
        assert_eq!(arguments(&["--replace-all=maybe"]), json!({"replace_all": "maybe"}));
        assert_eq!(arguments(&["--no-ignore"]), json!({"no_ignore": true}));
        assert_eq!(arguments(&["--no-no-ignore"]), json!({"no_ignore": false}));
    }

    #[test]
    fn a_list_is_a_flag_again_and_again() {
        assert_eq!(arguments(&["--words", "a", "--words", "-b"]), json!({"words": ["a", "-b"]}));
        // A glob or an expression may look like JSON: text is never anything else.
        assert_eq!(arguments(&["--words", "[0]"]), json!({"words": ["[0]"]}));
        assert_eq!(arguments(&["--numbers", "1", "--numbers=2"]), json!({"numbers": [1, 2]}));
        assert_eq!(arguments(&["--numbers", "[1,2]"]), json!({"numbers": [1, 2]}));
        assert_eq!(arguments(&["--numbers", "x"]), json!({"numbers": ["x"]}));
        assert_eq!(
            arguments(&["--edits", "{\"old\": \"a\"}", "--edits", "{}"]),
            json!({"edits": [{"old": "a"}, {}]})
        );
    }

    #[test]
    fn unknown_flags_are_left_to_the_framework() {
        assert_eq!(
            arguments(&["--patern", "x", "--limt", "--replace-all"]),
            json!({"patern": "x", "limt": true, "replace_all": true})
        );
    }

    #[test]
    fn every_fault_of_the_words_is_said() {
        assert_eq!(
            faults(&["*.rs", "--yes", "--limit", "1", "--limit=2", "--pattern"]),
            [
                "`*.rs` stands without a flag; write --pattern '*.rs'",
                "`--yes` stands before the tool's name: tool call --yes edit …",
                "`--limit` is given twice; give it once",
                "`--pattern` needs a value after it",
            ]
        );
        assert_eq!(
            faults(&["--options", r#"{"a": {"b": 1, "b": 2}}"#]),
            ["`--options` has the key `b` twice; give it once"]
        );
        assert_eq!(
            faults(&["--json", "{}", "--limit", "2"]),
            ["give the arguments as flags or as --json, not as both"]
        );
        assert_eq!(
            faults(&["--mode", "plan"]),
            ["`--mode` stands before the tool's name: tool call --mode plan edit …"]
        );
    }

    #[test]
    fn json_and_help() {
        assert_eq!(read(&["--json", "{}"]), Words::Json("{}".to_owned()));
        assert_eq!(read(&["--json=-"]), Words::Stdin);
        assert_eq!(read(&["--limit", "1", "--help"]), Words::Help);
        assert_eq!(read(&["-h"]), Words::Help);
    }
}
