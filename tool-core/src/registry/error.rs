use std::fmt;

use super::edges::EdgeFault;
use super::plain::BadText;
use crate::{MetadataError, Origin};

/// Why tools cannot be registered.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// There is not one tool.
    #[error(
        "no tools are linked into this program. A crate of tools that the code never mentions is \
         not linked: call its `link()` (made by `tool_core::tool_crate!()`) before \
         `Registry::collect()`, or use `Registry::new()` for tools made at run time"
    )]
    NoTools,
    /// There is not one tool from a crate that was asked for.
    #[error(
        "no tools of crate `{krate}` are linked into this program; call `{krate}::link()` before \
         collecting. Crates with tools: {}", if .present.is_empty() { "none".to_owned() } else { .present.join(", ") }
    )]
    NoToolsFrom {
        /// The crate.
        krate: String,
        /// The crates that have tools.
        present: Vec<String>,
    },
    /// Two tools answer to one name.
    #[error("{}", Clashes(.0))]
    Clashes(Vec<Clash>),
    /// A name that some provider would refuse.
    #[error(
        "`{}` is no name for a tool, at {origin}: letters, digits and `_`, not a digit first, at \
         most 64 characters",
        crate::args::clip(name, 80)
    )]
    BadName {
        /// The name.
        name: String,
        /// The tool's origin.
        origin: Origin,
    },
    /// A tag that follows from the access mode and cannot be set by hand.
    #[error(
        "tag `{tag}` of tool `{tool}` follows from its access mode and cannot be set by hand; \
         declare the access mode"
    )]
    ReservedTag {
        /// The tool.
        tool: String,
        /// The tag.
        tag: String,
    },
    /// Metadata that contradicts itself.
    #[error("tool `{tool}` at {origin}: {error}")]
    Metadata {
        /// The tool.
        tool: String,
        /// The tool's origin.
        origin: Origin,
        /// What is wrong.
        error: MetadataError,
    },
    /// Text that nobody sees, or too much of it, in the definition of a tool made at run time.
    #[error("tool `{tool}` at {origin}: {found}")]
    Text {
        /// The tool.
        tool: String,
        /// The tool's origin.
        origin: Origin,
        /// What is wrong.
        found: BadText,
    },
    /// An edge with an end that is not there.
    #[error(transparent)]
    Edge(EdgeFault),
    /// A tool that is built late, without a namespace.
    #[error("tool `{tool}` is built late and needs a namespace, for allow lists go by it")]
    NoNamespace {
        /// The tool.
        tool: String,
    },
    /// A tool that is built late, without a tag.
    #[error("tool `{tool}` is built late and needs a tag, for allow lists go by them")]
    NoTags {
        /// The tool.
        tool: String,
    },
    /// A tool that nobody can put another in the place of.
    #[error("tool `{tool}` is always on and cannot be replaced")]
    AlwaysOn {
        /// The tool.
        tool: String,
    },
    /// A parameter schema that is not one of an object.
    #[error(
        "the parameters of tool `{tool}` at {origin} are no JSON Schema of an object: {detail}"
    )]
    Schema {
        /// The tool.
        tool: String,
        /// The tool's origin.
        origin: Origin,
        /// What is wrong.
        detail: String,
    },
}

/// Two tools that answer to one name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clash {
    /// The name or alias.
    pub name: String,
    /// The first tool and where it is written.
    pub first: (String, Origin),
    /// The second tool and where it is written.
    pub second: (String, Origin),
}

struct Clashes<'a>(&'a [Clash]);

impl fmt::Display for Clashes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, clash) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            let side = |tool: &(String, Origin)| {
                if tool.0 == clash.name {
                    format!("the tool at {}", tool.1)
                } else {
                    format!("an alias of `{}` at {}", tool.0, tool.1)
                }
            };
            write!(
                f,
                "two tools answer to `{}`: {} and {}; rename one, or take its crate out of \
                 `Registry::collect_from`",
                clash.name,
                side(&clash.first),
                side(&clash.second)
            )?;
        }
        Ok(())
    }
}

/// Names that no tool answers to; nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownTools {
    /// Each name with the nearest that there is.
    pub names: Vec<(String, Option<String>)>,
}

impl fmt::Display for UnknownTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such tool: ")?;
        for (index, (name, near)) in self.names.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "`{name}`")?;
            if let Some(near) = near {
                write!(f, " (did you mean `{near}`?)")?;
            }
        }
        f.write_str("; nothing was changed")
    }
}

impl std::error::Error for UnknownTools {}
