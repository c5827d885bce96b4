//! What a tool asks of the executor while it runs: leave to touch things, a person's yes, and
//! calls of other tools.

use std::path::{Path, PathBuf};

use super::{ProcessPolicy, ToolContext};
use crate::exec::PathRules;
use crate::{RawArguments, Status, ToolCall, ToolError, ToolResult};

impl ToolContext {
    /// The folders in which this call may change files: those of its sandbox, else the roots.
    pub fn write_roots(&self) -> &[PathBuf] {
        match self.sandbox() {
            Some(sandbox) => sandbox.write_roots(),
            None => self.roots(),
        }
    }

    /// Whether the call may change the file at an absolute path. It compares names only: a tool
    /// opens the file below a handle of the root all the same.
    ///
    /// # Errors
    /// A path outside the sandbox, or a tool that asks by itself (`gate = "self"`) and has not.
    pub fn allow_write(&self, path: &Path) -> Result<(), ToolError> {
        self.settled("change files")?;
        let Some(sandbox) = self.sandbox() else { return Ok(()) };
        let inside = sandbox.write_roots().iter().any(|root| path.starts_with(root));
        if inside {
            Ok(())
        } else {
            Err(confined("files may be changed only in its scratch folder"))
        }
    }

    /// The rules of the user's policy that forbid files to every tool; none where there is none. For
    /// tools that open files which their arguments do not name.
    pub fn path_rules(&self) -> Option<PathRules> {
        self.host()?.path_rules(self.roots())
    }

    /// Whether the call may start programs.
    ///
    /// # Errors
    /// A sandbox without programs, or a tool that asks by itself and has not.
    pub fn allow_spawn(&self) -> Result<(), ToolError> {
        self.settled("start programs")?;
        match self.sandbox() {
            Some(sandbox) if sandbox.processes() == ProcessPolicy::None => {
                Err(confined("no programs may be started"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the call may use the network.
    ///
    /// # Errors
    /// A sandbox without network, or a tool that asks by itself and has not.
    pub fn allow_network(&self) -> Result<(), ToolError> {
        self.settled("use the network")?;
        match self.sandbox() {
            Some(sandbox) if !sandbox.network() => Err(confined("the network may not be used")),
            _ => Ok(()),
        }
    }

    fn settled(&self, what: &str) -> Result<(), ToolError> {
        match self.host() {
            Some(host) if !host.is_settled() => Err(ToolError::new(format!(
                "`{}` asks for approval by itself, and tried to {what} before it did",
                self.tool_name()
            ))
            .status(Status::Denied)),
            _ => Ok(()),
        }
    }

    /// Asks for approval of what the tool is about to do, shown to the person as `what`: for
    /// tools with `gate = "self"`. The timeout of the call stands still meanwhile.
    ///
    /// # Errors
    /// A denial, worded for the model. Outside an executor there is nobody to ask.
    pub async fn approve(&self, what: impl Into<String>) -> Result<(), ToolError> {
        match self.host() {
            Some(host) => host.ask(self, what.into()).await,
            None => {
                Err(ToolError::new("there is nobody to ask for approval").status(Status::Denied))
            }
        }
    }

    /// States that this call needs no approval, and why; the audit shows it. For tools with
    /// `gate = "self"`.
    pub fn approval_not_needed(&self, reason: impl Into<String>) {
        if let Some(host) = self.host() {
            host.settle(reason.into());
        }
    }

    /// Calls another tool, under its own gates and this call's budget, session and ceiling.
    ///
    /// It uses this call's slot, is withdrawn with it, and may be at most eight calls deep. The
    /// tool may be any that this caller may use.
    pub async fn call(&self, name: &str, arguments: impl Into<RawArguments<'_>>) -> ToolResult {
        let call = ToolCall::new(name, arguments);
        match self.host() {
            Some(host) => host.call(self, call).await,
            None => ToolResult::failed(
                Status::Failed,
                format!("`{name}` cannot be called here: this context belongs to no executor"),
            ),
        }
    }
}

fn confined(what: &str) -> ToolError {
    ToolError::new(format!("this call runs in a sandbox: {what}")).status(Status::ModeRefused)
}
