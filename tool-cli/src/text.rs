//! Text from elsewhere on a terminal: it may say anything, and must move nothing.

/// Text whose control and bidirectional characters are spelt out; line ends and tabs stay.
pub(crate) fn safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' || c == '\t' || !is_hidden(c) {
            out.push(c);
        } else {
            out.push_str(&format!("\\u{{{:x}}}", c as u32));
        }
    }
    out
}

/// Characters that move the cursor, change how others are shown, or show nothing.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Rows as columns, two spaces between them; the last is not padded.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cells(cell)).max().unwrap_or(0)
    };
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            line.push_str(cell);
            if column + 1 < row.len() {
                let pad = width(column).saturating_sub(cells(cell));
                line.extend(std::iter::repeat_n(' ', pad + 2));
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Lines of at most `width` columns, each after `indent`, broken between words.
pub(crate) fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let room = width.saturating_sub(indent.len()).max(20);
    let mut out = String::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && cells(&line) + 1 + cells(word) > room {
                out.push_str(&format!("{indent}{line}\n"));
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        out.push_str(format!("{indent}{line}").trim_end());
        out.push('\n');
    }
    out
}

/// The pieces of a line that fill `width` columns each; nothing is left out.
pub(crate) fn pieces(line: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for c in line.chars() {
        if used + cell(c) > width.max(2) {
            pieces.push(String::new());
            used = 0;
        }
        used += cell(c);
        if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}

/// The head of a line within `width` columns, with a mark if that is not all of it.
pub(crate) fn clipped(line: &str, width: usize) -> String {
    if cells(line) <= width {
        return line.to_owned();
    }
    let head = pieces(line, width.saturating_sub(1)).into_iter().next().unwrap_or_default();
    format!("{head}…")
}

/// At most this many columns are taken.
fn cells(text: &str) -> usize {
    text.chars().map(cell).sum()
}

/// Letters of most alphabets take one column; what may take two is counted so.
fn cell(c: char) -> usize {
    match c {
        '\t' => 8,
        '\u{0}'..='\u{10ff}' | '\u{2010}'..='\u{2027}' => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_the_cursor_is_spelt_out() {
        assert_eq!(safe("a\u{1b}[2Jb\r\u{202e}\n\t"), "a\\u{1b}[2Jb\\u{d}\\u{202e}\n\t");
        assert_eq!(safe("é 字 🦀"), "é 字 🦀");
    }

    #[test]
    fn columns_line_up() {
        let rows = [vec!["a".into(), "bb".into()], vec!["ccc".into(), "d".into()]];
        assert_eq!(columns(&rows), "a    bb\nccc  d\n");
    }

    #[test]
    fn words_are_kept_whole_and_paragraphs_apart() {
        let text = "one two three four five six\n\nseven";
        assert_eq!(wrapped(text, "  ", 22), "  one two three four\n  five six\n\n  seven\n");
    }

    #[test]
    fn pieces_are_the_whole_line() {
        let line = "字abc".repeat(20);
        let pieces = pieces(&line, 7);
        assert!(pieces.iter().all(|piece| cells(piece) <= 7));
        assert_eq!(pieces.concat(), line);
        assert_eq!(clipped("abcdef", 4), "abc…");
        assert_eq!(clipped("abcd", 4), "abcd");
    }
}
