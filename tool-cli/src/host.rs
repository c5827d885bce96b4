//! The executor of a command that calls tools: roots, mode, rules, who is asked, what is recorded.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;

use tool_core::exec::{AuditFile, approve_all};
use tool_core::{Cancel, Executor, ExecutorError, Registry};

use crate::approve::Terminal;
use crate::commands::HostArgs;
use crate::exit::{FAILED, USAGE};
use crate::meter::Meter;
use crate::{config, terminal};

/// An executor, and the line of progress that it draws.
pub(crate) struct Host {
    pub(crate) executor: Executor,
    pub(crate) meter: Arc<Meter>,
    /// Withdraws every call and question.
    pub(crate) cancel: Cancel,
}

/// Makes the executor; an error is one of the command, with its exit code.
pub(crate) fn host(
    registry: Registry,
    args: &HostArgs,
    parallel: usize,
) -> Result<Host, (String, u8)> {
    // Each command is a process of its own: there is no conversation, and nothing to read on in.
    let mut builder =
        Executor::builder(registry).for_programs().recall(false).parallel(parallel).mode(args.mode);
    let roots = roots(args)?;
    if let Some(first) = roots.first() {
        let config = config::load(first).map_err(|message| (message, USAGE))?;
        builder = builder.policy(config.policy);
    }
    for root in roots {
        builder = builder.root(root);
    }
    let cancel = Cancel::new();
    let meter = Arc::new(Meter::default());
    if args.yes {
        builder = builder.approver(approve_all());
    } else if terminal::has_person() {
        let meter = Arc::clone(&meter);
        builder = builder.approver(Terminal::new(cancel.clone(), move || meter.clear()));
    }
    if std::io::stderr().is_terminal() {
        let meter = Arc::clone(&meter);
        builder = builder.on_progress(move |progress| meter.show(progress));
    }
    if let Some(path) = config::audit() {
        builder = builder.audit(AuditFile::new(path));
    }
    let executor = builder.build().map_err(|error| {
        let code = if matches!(error, ExecutorError::Policy(_)) { USAGE } else { FAILED };
        (error.to_string(), code)
    })?;
    Ok(Host { executor, meter, cancel })
}

fn roots(args: &HostArgs) -> Result<Vec<PathBuf>, (String, u8)> {
    for root in &args.root {
        if !root.is_dir() {
            let message = format!(
                "--root {} is no folder; name one within which files may be touched",
                root.display()
            );
            return Err((message, USAGE));
        }
    }
    if args.root.is_empty() {
        let here = std::env::current_dir().map_err(|error| {
            (format!("the current folder cannot be read ({error}); name one: --root DIR"), USAGE)
        })?;
        return Ok(vec![here]);
    }
    Ok(args.root.clone())
}
