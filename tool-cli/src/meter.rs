//! Progress on one line of the terminal, which the next overwrites.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use tool_core::Progress;

use crate::{terminal, text};

/// To the start of the line, and everything after it away.
const CLEAR: &str = "\r\u{1b}[K";

/// The line of progress, if one stands on the terminal.
#[derive(Default)]
pub(crate) struct Meter {
    shown: Mutex<bool>,
}

impl Meter {
    /// Shows how far a call has come.
    pub(crate) fn show(&self, progress: &Progress) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let line = text::clipped(&line(progress), terminal::columns().saturating_sub(1));
        let _ = write!(io::stderr().lock(), "{CLEAR}{line}");
        *shown = true;
    }

    /// Takes the line away, before anything else is written.
    pub(crate) fn clear(&self) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut *shown) {
            let _ = write!(io::stderr().lock(), "{CLEAR}");
        }
    }
}

fn line(progress: &Progress) -> String {
    let of = progress.total.map(|total| format!("/{total}")).unwrap_or_default();
    let message = progress.message.replace(['\n', '\t'], " ");
    format!("{}: {}{of} {}", progress.tool, progress.done, text::safe(&message))
}
