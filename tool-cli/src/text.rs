//! Text from elsewhere on a terminal: it may say anything, and must move nothing.

use std::io::{self, IsTerminal};

/// Text whose control and bidirectional characters are spelt out; line ends and tabs stay.
pub(crate) fn safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' || c == '\t' || !hidden(c) {
            out.push(c);
        } else {
            out.push_str(&format!("\\u{{{:x}}}", c as u32));
        }
    }
    out
}

fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}' | '\u{061c}')
}

/// Text for stdout: as it is in a pipe, safe on a terminal.
pub(crate) fn for_stdout(text: &str) -> String {
    if io::stdout().is_terminal() { safe(text) } else { text.to_owned() }
}

/// Rows as columns, two spaces between them; the last is not padded.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            line.push_str(cell);
            if column + 1 < row.len() {
                let pad = width(column).unwrap_or(0).saturating_sub(cell.chars().count());
                line.extend(std::iter::repeat_n(' ', pad + 2));
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_the_cursor_is_spelt_out() {
        assert_eq!(safe("a\u{1b}[2Jb\r\u{202e}\n\t"), "a\\u{1b}[2Jb\\u{d}\\u{202e}\n\t");
    }

    #[test]
    fn columns_line_up() {
        let rows = [vec!["a".into(), "bb".into()], vec!["ccc".into(), "d".into()]];
        assert_eq!(columns(&rows), "a    bb\nccc  d\n");
    }
}
