//! What came of each tool, and by which rule.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use tool_core::{Mode, SchemaLevel, Tool};

/// Why a tool is in or out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// In: the request has this mandatory keyword of it, as whole words.
    Mandatory(String),
    /// In: it is always offered.
    Critical,
    /// In: it suits the words.
    Suits,
    /// Out: the allow list does not give it.
    NotAllowed,
    /// Out: it is switched off.
    SwitchedOff,
    /// Out: its availability check says no.
    Unavailable,
    /// Out: the mode would refuse every call.
    Mode(Mode),
    /// Out: it has no word in common with the request.
    NoWord,
    /// Out: too little in common with the request.
    BelowFloor,
    /// Out: others suit better, and the number of tools is spent.
    ToolBudget,
    /// Out: others suit better, and the tokens are spent.
    TokenBudget,
}

impl Rule {
    /// Whether it lets a tool in.
    pub fn is_in(&self) -> bool {
        matches!(self, Rule::Mandatory(_) | Rule::Critical | Rule::Suits)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Mandatory(keyword) => write!(f, "the request says `{keyword}`"),
            Rule::Critical => f.write_str("critical tools are always offered"),
            Rule::Suits => f.write_str("it suits the request"),
            Rule::NotAllowed => f.write_str("the allow list does not give it"),
            Rule::SwitchedOff => f.write_str("it is switched off"),
            Rule::Unavailable => f.write_str("it is not available now"),
            Rule::Mode(mode) => write!(f, "mode {mode} refuses it"),
            Rule::NoWord => f.write_str("no word in common with the request"),
            Rule::BelowFloor => f.write_str("too little in common with the request"),
            Rule::ToolBudget => f.write_str("the number of tools is spent on better ones"),
            Rule::TokenBudget => f.write_str("the tokens are spent on better ones"),
        }
    }
}

impl Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What came of one tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The tool.
    pub name: String,
    /// Whether it is shown.
    pub chosen: bool,
    /// By which rule.
    pub rule: Rule,
    /// How well it suits, preferences included; 0 where nobody asked.
    pub score: f64,
    /// The level at which it is shown.
    pub level: Option<SchemaLevel>,
    /// The level that it would have had if the tokens had lasted.
    pub demoted_from: Option<SchemaLevel>,
    /// What it takes of the tokens.
    pub tokens: usize,
}

impl Verdict {
    pub(crate) fn out(name: &str, rule: Rule) -> Self {
        Verdict {
            name: name.to_owned(),
            chosen: false,
            rule,
            score: 0.0,
            level: None,
            demoted_from: None,
            tokens: 0,
        }
    }
}

/// The chosen tools, with a verdict on every tool there is.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Selection {
    /// The chosen tools with their levels, in order of name.
    pub tools: Vec<(Tool, SchemaLevel)>,
    /// A verdict on every tool, in order of name.
    pub trace: Vec<Verdict>,
    /// What the definitions take together, as estimated.
    pub tokens: usize,
}

impl Selection {
    /// What a model is shown, in order of name.
    pub fn definitions(&self) -> Vec<Arc<Value>> {
        self.tools.iter().map(|(tool, level)| tool.definition(*level)).collect()
    }

    /// The names of the chosen tools, in order.
    pub fn names(&self) -> Vec<&str> {
        self.tools.iter().map(|(tool, _)| tool.name()).collect()
    }

    /// Names, tokens and trace as JSON.
    pub fn to_json(&self) -> Value {
        json!({"names": self.names(), "tokens": self.tokens, "trace": self.trace})
    }
}
