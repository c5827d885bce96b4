//! Writing: results to stdout, everything else to stderr. A reader that went away is the end of
//! the work, never a panic.

use std::io::{self, IsTerminal, Write};

use crate::exit::FAILED;
use crate::text;

/// Prints a result, as it is into a pipe, and safe on a terminal; the exit code of that.
pub(crate) fn result(text: &str) -> u8 {
    let shown = if io::stdout().is_terminal() { text::safe(text) } else { text.to_owned() };
    bytes(line(shown).as_bytes())
}

/// Prints bytes of our own making.
pub(crate) fn bytes(bytes: &[u8]) -> u8 {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => 0,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => {
            note(&format!("error: the result cannot be written: {error}"));
            FAILED
        }
    }
}

/// Says something beside the result.
pub(crate) fn note(text: &str) {
    // Where stderr is closed there is nobody to tell.
    let _ = io::stderr().lock().write_all(line(text::safe(text)).as_bytes());
}

/// Says what is wrong, and gives the exit code back.
pub(crate) fn error(text: &str, code: u8) -> u8 {
    note(&format!("error: {text}"));
    code
}

/// Ends a text with a line end, unless it is empty.
fn line(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
