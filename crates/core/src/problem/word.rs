//! The words of a text and their places, for readers that name line and column.

use crate::problem::ParseError;

/// A word of a text and its place, from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) text: &'t str,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl<'t> Word<'t> {
    /// An error at this place.
    pub(crate) fn error(self, message: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column, message)
    }

    /// Each character as a word of its own.
    pub(crate) fn characters(self) -> impl Iterator<Item = Word<'t>> {
        let at = self.text.char_indices().enumerate();
        at.map(move |(place, (at, character))| Word {
            text: &self.text[at..at + character.len_utf8()],
            line: self.line,
            column: self.column + place,
        })
    }
}

/// The words of one line, separated by blanks or by characters of `separators`.
pub(crate) fn words<'t>(text: &'t str, line: usize, separators: &str) -> Vec<Word<'t>> {
    let separates = |character: char| character.is_whitespace() || separators.contains(character);
    let mut words = Vec::new();
    let mut start = None;
    let characters = text.char_indices().zip(1..);
    let end = ((text.len(), ' '), text.chars().count() + 1);
    for ((at, character), column) in characters.chain([end]) {
        if !separates(character) {
            start.get_or_insert((at, column));
        } else if let Some((from, column)) = start.take() {
            let text = &text[from..at];
            words.push(Word { text, line, column });
        }
    }
    words
}

/// A text without the byte-order mark that some editors put in front.
pub(crate) fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
