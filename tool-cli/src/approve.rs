//! Asking on a terminal before a gated call.

use std::io::{self, BufRead, Write};

use serde_json::Value;
use tool_core::exec::ApprovalRequest;
use tool_core::{ApprovalLevel, Approver, BoxFuture, Cancel, Decision, ToolError};

use crate::terminal;
use crate::text::{pieces, safe};

/// Asks on the terminal.
pub(crate) struct Terminal {
    cancel: Cancel,
    before: Box<dyn Fn() + Send + Sync>,
}

impl Terminal {
    /// Asks until `cancel` is raised; `before` makes room for a question.
    pub(crate) fn new(cancel: Cancel, before: impl Fn() + Send + Sync + 'static) -> Self {
        Terminal { cancel, before: Box::new(before) }
    }
}

impl Approver for Terminal {
    fn decide<'a>(
        &'a self,
        request: &'a ApprovalRequest<'a>,
    ) -> BoxFuture<'a, Result<Decision, ToolError>> {
        (self.before)();
        let question = Question::of(request);
        let (tell, told) = tokio::sync::oneshot::channel();
        // A thread of its own: a person takes their time, and nothing waits for one who left.
        let asking = std::thread::Builder::new().name("question".to_owned()).spawn(move || {
            // Nobody listens any more when the call was withdrawn.
            let _ = tell.send(question.ask());
        });
        Box::pin(async move {
            asking?;
            tokio::select! {
                decision = told => Ok(decision??),
                () = self.cancel.cancelled() => {
                    // The question's own line stays unfinished.
                    let _ = writeln!(io::stderr());
                    Err(ToolError::new("the question was withdrawn"))
                }
            }
        })
    }
}

struct Question {
    head: Vec<String>,
    arguments: Vec<String>,
    session: bool,
}

impl Question {
    fn of(request: &ApprovalRequest<'_>) -> Self {
        let tool = request.tool;
        let about = tool.description().lines().next().unwrap_or_default();
        Question {
            head: vec![
                format!(
                    "The tool `{}` asks to run (access {}, danger {}).",
                    tool.qualified_name(),
                    request.access,
                    request.danger
                ),
                format!("  {}", safe(about)),
            ],
            arguments: arguments(request),
            session: request.level == ApprovalLevel::FirstUse,
        }
    }

    fn ask(&self) -> io::Result<Decision> {
        let mut answers = terminal::answers()?;
        // Not locked: whoever withdraws the question has something to say, too.
        let mut out = io::stderr();
        self.ask_on(&mut answers, &mut out, terminal::columns(), terminal::page())
    }

    fn ask_on(
        &self,
        answers: &mut impl BufRead,
        out: &mut impl Write,
        width: usize,
        page: usize,
    ) -> io::Result<Decision> {
        let rows: Vec<String> = self.arguments.iter().flat_map(|line| wrap(line, width)).collect();
        for line in &self.head {
            writeln!(out, "{line}")?;
        }
        if rows.len() <= page {
            show(&rows, page, answers, out)?;
        } else {
            writeln!(out, "  Its arguments take {} lines; `a` shows them all.", rows.len())?;
        }
        let session = if self.session { "[s] for this session, " } else { "" };
        loop {
            write!(out, "[y] once, {session}[n] no, [a] show the arguments: ")?;
            out.flush()?;
            let Some(answer) = line(answers)? else {
                writeln!(out)?;
                return Ok(Decision::Deny(None));
            };
            let (word, reason) = answer.split_once(' ').unwrap_or((&answer, ""));
            match word.to_lowercase().as_str() {
                "y" | "yes" | "once" => return Ok(Decision::Once),
                "s" | "session" if self.session => return Ok(Decision::Session),
                "n" | "no" | "d" | "deny" => {
                    let reason = Some(reason.trim().to_owned()).filter(|text| !text.is_empty());
                    return Ok(Decision::Deny(reason));
                }
                "a" | "arguments" => show(&rows, page, answers, out)?,
                _ => writeln!(out, "Type one of the letters; after n, a reason may follow.")?,
            }
        }
    }
}

/// What was typed, without the spaces around it; none at the end of all input.
fn line(answers: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut typed = Vec::new();
    if answers.read_until(b'\n', &mut typed)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&typed).trim().to_owned()))
}

/// All of them, a page at a time: nothing of what will run is left out.
fn show(
    rows: &[String],
    page: usize,
    answers: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    if rows.is_empty() {
        return writeln!(out, "  no arguments");
    }
    for (index, part) in rows.chunks(page).enumerate() {
        if index > 0 {
            write!(out, "  -- {} of {}; Enter for more --", index * page, rows.len())?;
            out.flush()?;
            if line(answers)?.is_none() {
                return Ok(());
            }
        }
        for row in part {
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}

fn wrap(line: &str, width: usize) -> Vec<String> {
    pieces(line, width.saturating_sub(2)).into_iter().map(|piece| format!("  {piece}")).collect()
}

/// The arguments, as they are: text of several lines as such, all else as JSON.
fn arguments(request: &ApprovalRequest<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, value) in request.arguments.iter() {
        if request.tool.is_secret(name) {
            lines.push(format!("{}: (secret)", safe(name)));
            continue;
        }
        argument(&safe(name), value, &mut lines);
    }
    lines
}

fn argument(name: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::String(text) if text.contains('\n') => {
            lines.push(format!("{name}:"));
            // Not `lines()`: a carriage return before the line end is part of the text.
            lines.extend(text.split('\n').map(|line| format!("| {}", shown(line))));
        }
        Value::Array(_) | Value::Object(_) => {
            let json = serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string());
            let mut parts = json.split('\n').map(shown);
            lines.push(format!("{name}: {}", parts.next().unwrap_or_default()));
            lines.extend(parts);
        }
        other => lines.push(format!("{name}: {}", shown(&other.to_string()))),
    }
}

/// A line without anything hidden, tabs included: they may push text out of sight.
fn shown(line: &str) -> String {
    safe(line).replace('\t', "\\t")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(question: &Question, typed: &str) -> (Decision, String) {
        let mut out = Vec::new();
        let decision = question.ask_on(&mut typed.as_bytes(), &mut out, 40, 10).unwrap();
        (decision, String::from_utf8(out).unwrap())
    }

    fn question(arguments: &Value, session: bool) -> Question {
        let mut lines = Vec::new();
        for (name, value) in arguments.as_object().unwrap() {
            argument(name, value, &mut lines);
        }
        Question { head: vec!["The tool `t` asks to run.".to_owned()], arguments: lines, session }
    }

    #[test]
    fn answers_and_silence() {
        let once = question(&json!({"a": 1}), false);
        assert_eq!(answer(&once, "y\n").0, Decision::Once);
        assert_eq!(answer(&once, "n too early\n").0, Decision::Deny(Some("too early".to_owned())));
        assert_eq!(answer(&once, "").0, Decision::Deny(None));
        assert_eq!(answer(&once, "maybe\ns\n\nyes\n").0, Decision::Once);
        let session = question(&json!({}), true);
        assert_eq!(answer(&session, "s\n").0, Decision::Session);
    }

    #[test]
    fn bytes_that_are_no_text_are_no_yes() {
        let mut out = Vec::new();
        let typed: &[u8] = b"\xff\xfe\nno\n";
        let asked = question(&json!({}), false).ask_on(&mut &*typed, &mut out, 40, 10);
        assert_eq!(asked.unwrap(), Decision::Deny(None));
    }

    #[test]
    fn long_arguments_are_paged_and_never_clipped() {
        let text: Vec<String> = (0..25).map(|n| format!("line {n}")).collect();
        let long = question(&json!({"text": text.join("\n")}), false);
        let (decision, shown) = answer(&long, "a\n\n\ny\n");
        assert_eq!(decision, Decision::Once);
        for n in 0..25 {
            assert!(shown.contains(&format!("  | line {n}\n")), "{n}");
        }
        assert_eq!(shown.matches("Enter for more").count(), 2);
    }

    #[test]
    fn one_long_line_is_broken_and_paged_as_well() {
        let long = question(&json!({"text": "abcdefghij".repeat(100)}), false);
        let (decision, shown) = answer(&long, "a\n\n\ny\n");
        assert_eq!(decision, Decision::Once);
        // No other word that is shown has a j.
        assert_eq!(shown.matches('j').count(), 100, "{shown}");
        assert_eq!(shown.matches("Enter for more").count(), 2);
    }

    #[test]
    fn nothing_hides_in_the_arguments() {
        let hidden = json!({"text": "one\r\ntwo\u{202e}\u{1b}[2K\n\tthree", "list": ["\u{200b}"]});
        let (_, shown) = answer(&question(&hidden, false), "y\n");
        assert!(shown.contains("| one\\u{d}\n"), "{shown}");
        assert!(shown.contains("| two\\u{202e}\\u{1b}[2K\n"), "{shown}");
        assert!(shown.contains("| \\tthree\n"), "{shown}");
        assert!(shown.contains("\"\\u{200b}\""), "{shown}");
    }
}
