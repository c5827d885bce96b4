//! Asking on a terminal before a gated call.

use std::io::{self, BufRead, IsTerminal, Write};

use serde_json::Value;
use tool_core::exec::ApprovalRequest;
use tool_core::{ApprovalLevel, Approver, BoxFuture, Decision, ToolError};

use crate::text::safe;

/// How many lines are shown at a time.
const PAGE: usize = 30;

/// Whether there is a terminal to ask on.
pub(crate) fn has_terminal() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks on the terminal.
pub(crate) struct Terminal;

impl Approver for Terminal {
    fn decide<'a>(
        &'a self,
        request: &'a ApprovalRequest<'a>,
    ) -> BoxFuture<'a, Result<Decision, ToolError>> {
        let question = Question::of(request);
        Box::pin(async move {
            // Reading blocks, and a person takes their time.
            tokio::task::spawn_blocking(move || question.ask()).await?.map_err(ToolError::from)
        })
    }
}

struct Question {
    head: String,
    arguments: Vec<String>,
    session: bool,
}

impl Question {
    fn of(request: &ApprovalRequest<'_>) -> Self {
        Question {
            head: format!(
                "The tool `{}` wants to run (access {}, danger {}).",
                request.tool.name(),
                request.access,
                request.danger
            ),
            arguments: lines(request),
            session: request.level == ApprovalLevel::FirstUse,
        }
    }

    fn ask(&self) -> io::Result<Decision> {
        let mut input = io::stdin().lock();
        let mut out = io::stderr().lock();
        self.ask_on(&mut input, &mut out)
    }

    fn ask_on(&self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<Decision> {
        writeln!(out, "{}", self.head)?;
        if self.arguments.len() <= PAGE {
            self.show(input, out)?;
        } else {
            writeln!(out, "  {} lines of arguments; `a` shows them", self.arguments.len())?;
        }
        let session = if self.session { "[s] for this session, " } else { "" };
        loop {
            write!(out, "[y] once, {session}[n] no, [a] show the arguments: ")?;
            out.flush()?;
            let mut answer = String::new();
            if input.read_line(&mut answer)? == 0 {
                return Ok(Decision::Deny(None));
            }
            let answer = answer.trim();
            let (word, reason) = answer.split_once(' ').unwrap_or((answer, ""));
            match word.to_lowercase().as_str() {
                "y" | "yes" | "once" => return Ok(Decision::Once),
                "s" | "session" if self.session => return Ok(Decision::Session),
                "n" | "no" | "d" | "deny" => {
                    let reason = Some(reason.trim().to_owned()).filter(|text| !text.is_empty());
                    return Ok(Decision::Deny(reason));
                }
                "a" | "arguments" => self.show(input, out)?,
                _ => writeln!(out, "Type y or n; a reason may follow n.")?,
            }
        }
    }

    /// All of them, a page at a time: nothing of what will run is clipped.
    fn show(&self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
        if self.arguments.is_empty() {
            return writeln!(out, "  no arguments");
        }
        for (index, page) in self.arguments.chunks(PAGE).enumerate() {
            if index > 0 {
                write!(out, "  -- Enter for more --")?;
                out.flush()?;
                if input.read_line(&mut String::new())? == 0 {
                    return Ok(());
                }
            }
            for line in page {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }
}

/// The arguments, one a line; text of several lines as such.
fn lines(request: &ApprovalRequest<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, value) in request.arguments.iter() {
        match value {
            Value::String(text) if text.contains('\n') => {
                lines.push(format!("{}:", safe(name)));
                lines.extend(text.lines().map(|line| format!("  | {}", safe(line))));
            }
            other => lines.push(format!("{}: {}", safe(name), safe(&other.to_string()))),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(question: &Question, typed: &str) -> (Decision, String) {
        let mut out = Vec::new();
        let decision = question.ask_on(&mut typed.as_bytes(), &mut out).unwrap();
        (decision, String::from_utf8(out).unwrap())
    }

    fn question(lines: usize, session: bool) -> Question {
        let arguments = (0..lines).map(|n| format!("line {n}")).collect();
        Question { head: "The tool `t` wants to run.".to_owned(), arguments, session }
    }

    #[test]
    fn answers_and_silence() {
        let once = question(1, false);
        assert_eq!(answer(&once, "y\n").0, Decision::Once);
        assert_eq!(answer(&once, "n too early\n").0, Decision::Deny(Some("too early".to_owned())));
        assert_eq!(answer(&once, "").0, Decision::Deny(None));
        assert_eq!(answer(&once, "maybe\ns\n\nyes\n").0, Decision::Once);
        assert_eq!(answer(&question(1, true), "s\n").0, Decision::Session);
    }

    #[test]
    fn long_arguments_are_paged_and_never_clipped() {
        let (decision, shown) = answer(&question(70, false), "a\n\n\ny\n");
        assert_eq!(decision, Decision::Once);
        for n in 0..70 {
            assert!(shown.contains(&format!("line {n}\n")), "{n}");
        }
        assert_eq!(shown.matches("Enter for more").count(), 2);
    }
}
