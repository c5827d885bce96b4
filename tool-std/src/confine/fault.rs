//! What a model reads when a path cannot be used. No text here names anything that the model
//! did not send itself.

use rustix::io::Errno;
use tool_core::{Status, ToolError};

use super::Kind;
use crate::text::quoted;

/// No roots at all.
pub(crate) fn no_root() -> ToolError {
    ToolError::new("no directory is open to file tools in this session")
        .hint("Ask the user to start with a root directory; no path will work until then.")
}

/// A root that the host named and that cannot be opened.
pub(crate) fn bad_root(detail: String) -> ToolError {
    ToolError::new("the root directory of this session cannot be opened")
        .hint("Ask the user to check that it exists and may be read.")
        .operator(detail)
}

/// A path that leads out of the roots, directly or through a link.
pub(crate) fn outside(path: &str) -> ToolError {
    ToolError::new(format!("{} is outside the directories that file tools may use", quoted(path)))
        .hint("Use a path relative to the project root, for example `src`; `.` is the root itself.")
}

/// A file that the user's rules forbid to every tool.
pub(crate) fn forbidden(path: &str, rule: &str) -> ToolError {
    ToolError::new(format!("{} is not open to tools here; nothing was done", quoted(path)))
        .hint("The user's policy forbids this file; find another way.")
        .status(Status::Denied)
        .operator(format!("denied by policy: {rule}"))
}

/// A file that shows processes rather than data.
pub(crate) fn process_fs(path: &str) -> ToolError {
    ToolError::new(format!(
        "{} is on a process file system, which file tools never open",
        quoted(path)
    ))
}

/// Text that can be no path.
pub(crate) fn malformed(path: &str, why: &str) -> ToolError {
    ToolError::new(format!("{} is no path: {why}", quoted(path))).status(Status::InvalidArguments)
}

/// A file was wanted.
pub(crate) fn not_a_file(path: &str, kind: Kind) -> ToolError {
    let error = ToolError::new(format!("{} is {}, not a file", quoted(path), kind.noun()));
    match kind {
        Kind::Directory => error.hint("Use `list_dir` to see what it contains."),
        _ => error.hint("Only regular files can be read."),
    }
}

/// A folder was wanted.
pub(crate) fn not_a_folder(path: &str, kind: Kind) -> ToolError {
    let error = ToolError::new(format!("{} is {}, not a directory", quoted(path), kind.noun()));
    match kind {
        Kind::File => error.hint("Use `read` for its content, `stat` for its size."),
        _ => error,
    }
}

/// Nothing has that name; `near` are names that exist and look alike.
pub(crate) fn missing(path: &str, near: &[String]) -> ToolError {
    let error = ToolError::new(format!("{} does not exist", quoted(path)));
    if near.is_empty() {
        return error.hint("Use `find_files` to look for the name, or `list_dir` on its parent.");
    }
    let names: Vec<String> = near.iter().map(|name| quoted(name)).collect();
    error.hint(format!("Did you mean {}?", names.join(" or ")))
}

/// Any other failure of the system.
pub(crate) fn system(path: &str, error: Errno) -> ToolError {
    let path = quoted(path);
    match error {
        Errno::ACCESS | Errno::PERM => {
            ToolError::new(format!("{path} may not be opened: permission denied"))
        }
        Errno::NAMETOOLONG => {
            ToolError::new(format!("{path} is no path: a name in it is too long"))
                .status(Status::InvalidArguments)
        }
        Errno::LOOP => ToolError::new(format!("{path} goes round in circles through links")),
        Errno::MFILE | Errno::NFILE => {
            ToolError::new("too many files are open at the moment").retryable()
        }
        Errno::AGAIN => ToolError::new(format!("{path} keeps changing")).retryable(),
        error => ToolError::new(format!("{path} cannot be used"))
            .operator(std::io::Error::from(error).to_string()),
    }
}

/// The call was withdrawn while the tool worked.
pub(crate) fn withdrawn() -> ToolError {
    ToolError::new("the call was withdrawn").status(Status::Cancelled)
}
