//! The terminal: whether a person sits there, how large it is, what they type.

use std::io::{self, BufRead, IsTerminal};

/// The width of text where no terminal says its own.
const PLAIN: usize = 100;

/// Whether there is a person to ask: they see stderr, and can type.
pub(crate) fn has_person() -> bool {
    if !io::stderr().is_terminal() {
        return false;
    }
    #[cfg(unix)]
    if keyboard().is_ok() {
        return true;
    }
    io::stdin().is_terminal()
}

/// What is typed. Not stdin where it can be helped: that may hold the arguments.
///
/// Lines that were typed before the question are thrown away: they answer something else.
pub(crate) fn answers() -> io::Result<Box<dyn BufRead + Send>> {
    #[cfg(unix)]
    if let Ok(keyboard) = keyboard() {
        rustix::termios::tcflush(&keyboard, rustix::termios::QueueSelector::IFlush)?;
        return Ok(Box::new(io::BufReader::new(keyboard)));
    }
    if io::stdin().is_terminal() {
        return Ok(Box::new(io::BufReader::new(io::stdin())));
    }
    Err(io::Error::new(io::ErrorKind::NotFound, "there is no terminal"))
}

#[cfg(unix)]
fn keyboard() -> io::Result<std::fs::File> {
    std::fs::File::open("/dev/tty")
}

/// Columns and rows of the terminal that stdout or stderr shows on.
fn size() -> Option<(usize, usize)> {
    #[cfg(unix)]
    {
        let found = rustix::termios::tcgetwinsize(io::stdout())
            .or_else(|_| rustix::termios::tcgetwinsize(io::stderr()))
            .ok()?;
        let (columns, rows) = (usize::from(found.ws_col), usize::from(found.ws_row));
        (columns > 0 && rows > 0).then_some((columns, rows))
    }
    #[cfg(not(unix))]
    None
}

/// The width for text to be read: the terminal's, within what reads well.
pub(crate) fn width() -> usize {
    size().map_or(PLAIN, |(columns, _)| columns.clamp(40, PLAIN))
}

/// Every column that there is.
pub(crate) fn columns() -> usize {
    size().map_or(80, |(columns, _)| columns.max(20))
}

/// How many lines of a page leave room for a question.
pub(crate) fn page() -> usize {
    size().map_or(20, |(_, rows)| rows.saturating_sub(4).max(5))
}
