//! One rule: which calls it is about, and what it does with them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::{Glob, PolicyEffect};
use crate::exec::resource::{Resource, Touched};
use crate::{Arguments, Registry, Tool};

/// A rule over calls.
///
/// Its short form names the tools, then in parentheses what else must hold:
///
/// | rule | matches |
/// |---|---|
/// | `read` | calls of the tool, under any of its names |
/// | `fs.*` | calls of every tool of a namespace |
/// | `#web` | calls of every tool with the tag |
/// | `*` | every call |
/// | `write(path: docs/**)` | calls that write or read nothing but what matches, to allow them; any of it, to ask or deny |
/// | `http_request(method = GET)` | calls with that argument; `*` stands for any text |
///
/// Paths are seen from the first root, or are absolute.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyRule {
    effect: PolicyEffect,
    tools: Tools,
    arguments: Vec<(String, Glob)>,
    paths: Vec<Glob>,
    /// Where the rule stands, for messages.
    place: Option<String>,
    shown: OnceLock<Arc<str>>,
}

#[derive(Debug, Clone, PartialEq)]
enum Tools {
    Any,
    Tag(String),
    Namespace(String),
    Name(String),
}

/// A rule that cannot be read, or that names what there is not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The rule is not of the form that rules have.
    #[error("`{rule}` is no rule: {why}")]
    Syntax {
        /// The rule as it was written.
        rule: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is no tool, tag or parameter of that name.
    #[error("the rule `{rule}` names {what}, which there is not{}", .suggestion.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
    Unknown {
        /// The rule.
        rule: String,
        /// What is not there.
        what: String,
        /// The nearest that is there.
        suggestion: Option<String>,
    },
}

impl PolicyRule {
    /// Reads the short form of a rule.
    ///
    /// # Errors
    /// A text of another form, with what is wrong.
    pub fn parse(effect: PolicyEffect, rule: &str) -> Result<Self, PolicyError> {
        let fault = |why: &str| PolicyError::Syntax { rule: rule.to_owned(), why: why.to_owned() };
        let text = rule.trim();
        let (tools, conditions) = match text.split_once('(') {
            None => (text, None),
            Some((tools, rest)) => {
                let inner = rest.strip_suffix(')').ok_or_else(|| fault("a `)` is missing"))?;
                (tools.trim(), Some(inner))
            }
        };
        let mut parsed = PolicyRule::for_tools(effect, tools)
            .ok_or_else(|| fault("it starts with a tool, `#tag`, `namespace.*` or `*`"))?;
        for condition in conditions.into_iter().flat_map(|inner| inner.split(", ")) {
            parsed = match (condition.split_once(':'), condition.split_once('=')) {
                (Some((key, glob)), _) if key.trim() == "path" => parsed.path(glob.trim()),
                (_, Some((name, glob))) => parsed.argument(name.trim(), glob.trim()),
                _ => Err(fault("a condition is `path: GLOB` or `PARAMETER = GLOB`")),
            }?;
        }
        Ok(parsed)
    }

    fn for_tools(effect: PolicyEffect, tools: &str) -> Option<Self> {
        let word = |text: &str| {
            !text.is_empty()
                && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
        };
        let tools = match tools {
            "*" => Tools::Any,
            tag if tag.starts_with('#') => {
                let tag = tag.trim_start_matches('#');
                word(tag).then(|| Tools::Tag(tag.to_owned()))?
            }
            namespace if namespace.ends_with(".*") => {
                let namespace = namespace.trim_end_matches(".*");
                word(namespace).then(|| Tools::Namespace(namespace.to_owned()))?
            }
            name => word(name).then(|| Tools::Name(name.to_owned()))?,
        };
        Some(PolicyRule {
            effect,
            tools,
            arguments: Vec::new(),
            paths: Vec::new(),
            place: None,
            shown: OnceLock::new(),
        })
    }

    /// Matches only calls that touch paths like this.
    ///
    /// # Errors
    /// A pattern too large to be one.
    pub fn path(mut self, glob: &str) -> Result<Self, PolicyError> {
        self.paths.push(Glob::path(glob).ok_or_else(|| too_large(glob))?);
        Ok(self)
    }

    /// Matches only calls with an argument like this. Values other than text are compared as JSON.
    ///
    /// # Errors
    /// A pattern too large to be one.
    pub fn argument(mut self, name: &str, glob: &str) -> Result<Self, PolicyError> {
        self.arguments.push((name.to_owned(), Glob::text(glob).ok_or_else(|| too_large(glob))?));
        Ok(self)
    }

    /// Says where the rule stands, for messages: `policy.toml:7`.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self.shown = OnceLock::new();
        self
    }

    /// The rule as people read it, made at its first match.
    pub(super) fn shown(&self) -> Arc<str> {
        Arc::clone(self.shown.get_or_init(|| Arc::from(self.to_string())))
    }

    /// What the rule does.
    pub fn effect(&self) -> PolicyEffect {
        self.effect
    }

    pub(super) fn names_paths(&self) -> bool {
        !self.paths.is_empty()
    }

    pub(super) fn unknown(&self, registry: &Registry) -> Option<PolicyError> {
        let tools = registry.list_tools(crate::Show::All);
        let near = |asked: &str, all: Vec<&str>| {
            crate::suggest::ranked(asked, all).first().map(|&found| found.to_owned())
        };
        let (what, suggestion) = match &self.tools {
            Tools::Tag(tag) => {
                let all: Vec<&str> = tools.iter().flat_map(Tool::tags).collect();
                if all.contains(&tag.as_str()) {
                    return self.unknown_parameter(&tools);
                }
                (format!("the tag `{tag}`"), near(tag, all))
            }
            Tools::Name(name) => {
                if tools.iter().any(|tool| is_named(tool, name)) {
                    return self.unknown_parameter(&tools);
                }
                let all = tools.iter().flat_map(Tool::names).collect();
                (format!("the tool `{name}`"), near(name, all))
            }
            _ => return self.unknown_parameter(&tools),
        };
        Some(PolicyError::Unknown { rule: self.to_string(), what, suggestion })
    }

    /// A parameter that none of the tools has that the rule is about.
    fn unknown_parameter(&self, tools: &[Tool]) -> Option<PolicyError> {
        let (name, _) = self.arguments.iter().find(|(name, _)| {
            !tools.iter().any(|tool| self.is_about(tool) && tool.has_parameter(name))
        })?;
        Some(PolicyError::Unknown {
            rule: self.to_string(),
            what: format!("the parameter `{name}`"),
            suggestion: None,
        })
    }

    fn is_about(&self, tool: &Tool) -> bool {
        match &self.tools {
            Tools::Any => true,
            Tools::Tag(tag) => tool.tags().any(|own| own == tag),
            Tools::Name(name) => is_named(tool, name),
            Tools::Namespace(namespace) => {
                tool.metadata().namespace.as_deref().is_some_and(|own| {
                    own.strip_prefix(namespace.as_str())
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                })
            }
        }
    }

    pub(super) fn matches(
        &self,
        tool: &Tool,
        arguments: &Arguments,
        touched: Option<&Touched>,
        roots: &[PathBuf],
    ) -> bool {
        self.is_about(tool)
            && self.fits(arguments)
            && self.paths.iter().all(|glob| self.touches(glob, touched, roots))
    }

    /// To allow, everything that the call touches must match; to ask or deny, anything of it.
    fn touches(&self, glob: &Glob, touched: Option<&Touched>, roots: &[PathBuf]) -> bool {
        let Some(touched) = touched else { return false };
        if self.effect == PolicyEffect::Allow {
            let known = if touched.changes { &touched.writes } else { &touched.reads };
            return known.as_ref().is_some_and(|all| !all.is_empty())
                && touched.all().all(|resource| at(glob, resource.path(), roots));
        }
        touched.all().any(|resource| {
            at(glob, resource.path(), roots) || (touched.changes && holds(resource, glob, roots))
        })
    }

    /// Whether the rule forbids paths, and nobody can tell whether the call changes them.
    pub(super) fn may_be_meant(
        &self,
        tool: &Tool,
        arguments: &Arguments,
        touched: Option<&Touched>,
    ) -> bool {
        self.effect == PolicyEffect::Deny
            && self.names_paths()
            && touched.is_some_and(|touched| touched.changes && touched.writes.is_none())
            && self.is_about(tool)
            && self.fits(arguments)
    }

    /// The patterns of a rule that is about files alone, whatever tool opens them.
    pub(super) fn forbids_files(&self) -> Option<(Vec<Glob>, Arc<str>)> {
        let about_files = self.effect == PolicyEffect::Deny
            && self.tools == Tools::Any
            && self.arguments.is_empty()
            && self.names_paths();
        about_files.then(|| (self.paths.clone(), self.shown()))
    }

    fn fits(&self, arguments: &Arguments) -> bool {
        self.arguments.iter().all(|(name, glob)| {
            arguments.get(name).is_some_and(|value| match value {
                Value::String(text) => glob.matches(text),
                other => glob.matches(&other.to_string()),
            })
        })
    }
}

fn is_named(tool: &Tool, name: &str) -> bool {
    tool.names().chain(tool.origin_names()).any(|own| own == name)
        || *tool.qualified_name() == *name
}

/// Whether a path is what a pattern says, seen from a root or absolute.
fn at(glob: &Glob, path: &Path, roots: &[PathBuf]) -> bool {
    let matches = |path: &Path| glob.matches(&path.to_string_lossy());
    matches(path)
        || roots.iter().any(|root| {
            let real = root.canonicalize().unwrap_or_else(|_| root.clone());
            path.strip_prefix(&real).is_ok_and(matches)
        })
}

/// Whether a folder that is changed as a whole holds what a pattern is about.
fn holds(resource: &Resource, glob: &Glob, roots: &[PathBuf]) -> bool {
    let folder = glob.folder();
    !folder.is_empty()
        && roots.iter().any(|root| {
            let real = root.canonicalize().unwrap_or_else(|_| root.clone());
            real.join(folder).starts_with(resource.path())
        })
}

fn too_large(glob: &str) -> PolicyError {
    PolicyError::Syntax {
        rule: crate::args::clip(glob, 80),
        why: "the pattern is too large".to_owned(),
    }
}

impl fmt::Display for PolicyRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.effect)?;
        match &self.tools {
            Tools::Any => f.write_str("*")?,
            Tools::Tag(tag) => write!(f, "#{tag}")?,
            Tools::Namespace(namespace) => write!(f, "{namespace}.*")?,
            Tools::Name(name) => f.write_str(name)?,
        }
        let paths = self.paths.iter().map(|glob| format!("path: {}", glob.as_str()));
        let arguments =
            self.arguments.iter().map(|(name, glob)| format!("{name} = {}", glob.as_str()));
        let conditions: Vec<String> = paths.chain(arguments).collect();
        if !conditions.is_empty() {
            write!(f, "({})", conditions.join(", "))?;
        }
        match &self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}
