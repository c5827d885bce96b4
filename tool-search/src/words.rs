//! From text to the words that are compared.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Words that stand in every request and tell no tool from another.
const STOP: &[&str] = &[
    "a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but",
    "by", "can", "could", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her",
    "here", "hey", "hi", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just",
    "let", "like", "ll", "m", "may", "me", "might", "my", "need", "no", "not", "of", "on", "or",
    "our", "please", "provide", "re", "s", "shall", "she", "should", "so", "some", "such", "t",
    "than", "thanks", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "those", "to", "too", "us", "ve", "very", "want", "was", "we", "well", "were", "what", "when",
    "where", "which", "while", "who", "whose", "why", "will", "with", "would", "you", "your",
];

/// Makes words comparable.
pub(crate) struct Words(Stemmer);

impl Words {
    pub(crate) fn new() -> Self {
        Words(Stemmer::create(Algorithm::English))
    }

    /// The words of a text, in order, without those that say nothing.
    pub(crate) fn of(&self, text: &str) -> Vec<String> {
        self.with_plain(text).into_iter().map(|(_, stem)| stem).collect()
    }

    /// Every word in order as it is written, in small letters: whole words, none left out.
    pub(crate) fn plain(&self, text: &str) -> Vec<String> {
        pieces(text).into_iter().map(fold).collect()
    }

    /// The same, each as it is written, in small letters, beside its stem.
    pub(crate) fn with_plain(&self, text: &str) -> Vec<(String, String)> {
        let mut words = Vec::new();
        for piece in pieces(text) {
            let folded = fold(piece);
            if folded.is_empty() || STOP.binary_search(&folded.as_str()).is_ok() {
                continue;
            }
            let stem = self.0.stem(&folded).into_owned();
            words.push((folded, stem));
        }
        words
    }
}

impl Default for Words {
    fn default() -> Self {
        Words::new()
    }
}

/// Small letters without their marks.
fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    word.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// The parts of a text between anything that is neither letter nor digit, names split where they
/// join words: `getHTTPStatus2` is `get`, `HTTP`, `Status`, `2`. Scripts that write no spaces give
/// one piece a character.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = None;
    let mut before: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        if !c.is_alphanumeric() && !is_combining_mark(c) {
            if let Some(begin) = start.take() {
                pieces.extend(text.get(begin..at));
            }
            before = None;
            continue;
        }
        let cut = match before {
            None => false,
            Some(before) => {
                let rises = before.is_lowercase() && c.is_uppercase();
                let acronym_ends = before.is_uppercase()
                    && c.is_uppercase()
                    && next.is_some_and(|next| next.is_lowercase());
                let number = before.is_numeric() != c.is_numeric();
                rises || acronym_ends || number || is_spaceless(before) || is_spaceless(c)
            }
        };
        if cut && let Some(begin) = start.replace(at) {
            pieces.extend(text.get(begin..at));
        }
        start.get_or_insert(at);
        before = Some(c);
    }
    if let Some(begin) = start {
        pieces.extend(text.get(begin..));
    }
    pieces
}

/// Whether a character is of a script that writes words without spaces between them.
fn is_spaceless(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{e00}'..='\u{e7f}' | '\u{20000}'..='\u{2ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_where_they_join_words() {
        assert_eq!(pieces("getHTTPStatus2"), ["get", "HTTP", "Status", "2"]);
        assert_eq!(pieces("find_files-v2.all"), ["find", "files", "v", "2", "all"]);
        assert_eq!(pieces("XMLParser parseXML"), ["XML", "Parser", "parse", "XML"]);
        assert_eq!(pieces("天气 今天"), ["天", "气", "今", "天"]);
    }

    #[test]
    fn words_are_folded_and_stemmed_and_empty_ones_left_out() {
        let words = Words::new();
        assert_eq!(words.of("Searching for the Cafés"), ["search", "cafe"]);
        assert_eq!(words.of("I'd like to be"), ["d"]);
        assert!(words.of("").is_empty() && words.of("…!?").is_empty());
    }

    #[test]
    fn the_list_is_sorted_for_its_search() {
        assert!(STOP.is_sorted());
    }
}
