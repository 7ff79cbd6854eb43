//! Cages as a list of objects in JSON.

use std::io::{self, BufRead};

use super::super::cage;
use super::{Entry, Reader};

impl<R: BufRead> Reader<R> {
    /// Whether a text that begins with this line is a list of objects.
    pub(super) fn is_json(&mut self, text: &str) -> io::Result<bool> {
        let mut next = text.trim_start()[1..].trim_start().chars().next();
        for index in 0.. {
            if next.is_some() {
                break;
            }
            let Some(text) = self.lines.peek(index)? else {
                break;
            };
            next = text.trim_start().chars().next();
        }
        Ok(next == Some('{'))
    }

    /// All lines are one list of cages.
    pub(super) fn take_json(&mut self, text: String) -> io::Result<()> {
        // Blank lines before, so that an error names the right one.
        let mut text = "\n".repeat(self.lines.number() - 1) + &text;
        while self.lines.advance()? {
            text.push('\n');
            text.push_str(&self.lines.text());
        }
        match cage::from_json(&text, self.shape) {
            Ok(sudoku) => self.ready.push_back(Ok(Entry {
                sudoku: sudoku.with_diagonals(self.diagonals),
                solution: None,
                rest: String::new(),
                line: 1,
            })),
            Err(error) => self.fail(error),
        }
        Ok(())
    }
}
