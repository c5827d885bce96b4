//! About how many tokens a definition takes.

use serde_json::Value;

/// A definition's tokens, by the shape of its text: a tokeniser takes a word of up to eight
/// letters or so as one, up to three digits, and a run of punctuation.
pub(crate) fn tokens_estimate(definition: &Value) -> usize {
    of_text(&definition.to_string())
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Word,
    Digit,
    Space,
    Mark,
    Other,
}

fn of_text(text: &str) -> usize {
    let mut tokens = 0;
    let mut before = None;
    let mut run = 0;
    for c in text.chars() {
        let sort = match c {
            'a'..='z' | 'A'..='Z' => Sort::Word,
            '0'..='9' => Sort::Digit,
            c if c.is_whitespace() => Sort::Space,
            c if c.is_ascii() => Sort::Mark,
            _ => Sort::Other,
        };
        if before != Some(sort) {
            tokens += of_run(before, run);
            run = 0;
        }
        before = Some(sort);
        run += 1;
    }
    tokens + of_run(before, run)
}

fn of_run(sort: Option<Sort>, run: usize) -> usize {
    match sort {
        // A space goes with the word behind it.
        None | Some(Sort::Space) => usize::from(run > 1),
        Some(Sort::Word) => run.div_ceil(9),
        Some(Sort::Digit) => run.div_ceil(3),
        Some(Sort::Mark) => run.div_ceil(4),
        Some(Sort::Other) => run.div_ceil(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_marks_and_digits_are_counted_in_runs() {
        assert_eq!(of_text(""), 0);
        assert_eq!(of_text("read the file"), 3);
        assert_eq!(of_text("1234"), 2);
        assert_eq!(of_text("{\"a\":1}"), 5);
        assert!(of_text("天气天气") >= 2);
    }

    #[test]
    fn more_text_is_more_tokens() {
        let short = tokens_estimate(&json!({"name": "a"}));
        assert!(tokens_estimate(&json!({"name": "a", "description": "Reads."})) > short);
    }
}
