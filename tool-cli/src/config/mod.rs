//! The user's configuration, and a project's own, which can only narrow it.
//!
//! Whatever cannot be read stops the command: a rule that is not understood must not quietly be no
//! rule.

mod permissions;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use tool_core::Policy;
use tool_core::exec::{PolicyEffect, PolicyRule};

use permissions::Permissions;

/// The user's file, in their folder of configuration.
const USERS: &str = "tool/config.toml";

/// A project's file, below the first root.
const PROJECTS: &str = ".tool/config.toml";

/// What a file may say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    permissions: Permissions,
}

/// The configuration that holds for a command.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The rules over calls.
    pub(crate) policy: Policy,
}

/// Reads the user's file and that of the project in a folder.
///
/// # Errors
/// Which file cannot be read, where, and why.
pub(crate) fn load(project: &Path) -> Result<Config, String> {
    let mut policy = Policy::new();
    if let Some(path) = users()
        && let Some(file) = read(&path)?
    {
        policy = file.permissions.policy(&path, &text_of(&path)?)?;
    }
    let path = project.join(PROJECTS);
    if let Some(file) = read(&path)? {
        let own = file.permissions.policy(&path, &text_of(&path)?)?;
        policy = policy.narrowed_by(own);
    }
    // Whoever could write the project's rules could take one out: that is asked, whatever allows it.
    let rules = PolicyRule::parse(PolicyEffect::Ask, "*(path: .tool/**)")
        .map_err(|error| error.to_string())?;
    let policy = policy.narrowed_by(Policy::new().rule(rules));
    Ok(Config { policy })
}

/// Where the user's file is, or would be.
pub(crate) fn users() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config").map(|folder| folder.join(USERS))
}

/// Where records of calls are kept.
pub(crate) fn audit() -> Option<PathBuf> {
    folder("XDG_STATE_HOME", ".local/state").map(|folder| folder.join("tool/audit.jsonl"))
}

/// A folder of the user's, by the XDG base directory specification.
fn folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    // Relative paths in these variables are to be taken as unset, says the specification.
    let named = set(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| Some(PathBuf::from(set("HOME")?).join(below_home)))
}

fn text_of(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The file, if there is one.
fn read(path: &Path) -> Result<Option<File>, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{} cannot be read: {error}", path.display())),
    };
    match toml::from_str(&text) {
        Ok(file) => Ok(Some(file)),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            Err(format!("{}:{}: {}", path.display(), line(&text, at), error.message()))
        }
    }
}

/// The line of a place in a text, from 1.
fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}
