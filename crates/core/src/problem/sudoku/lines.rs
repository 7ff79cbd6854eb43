//! The lines of a text, with a look at those to come.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead};

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Lines without their ends, whichever these are. Only one is held, unless more are looked at.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    current: Vec<u8>,
    number: usize,
    ahead: VecDeque<Vec<u8>>,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Lines { input, current: Vec::new(), number: 0, ahead: VecDeque::new() }
    }

    /// The number of the current line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The current line.
    pub(super) fn current(&self) -> &[u8] {
        &self.current
    }

    /// The current line as text.
    pub(super) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.current)
    }

    /// Goes to the next line. Says whether there is one.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        if self.ahead.is_empty() {
            let memory = std::mem::take(&mut self.current);
            self.read(memory)?;
        }
        let Some(line) = self.ahead.pop_front() else {
            return Ok(false);
        };
        self.current = line;
        self.number += 1;
        Ok(true)
    }

    /// The line so many lines behind the next one, as text.
    pub(super) fn peek(&mut self, index: usize) -> io::Result<Option<Cow<'_, str>>> {
        while self.ahead.len() <= index {
            if !self.read(Vec::new())? {
                return Ok(None);
            }
        }
        Ok(Some(String::from_utf8_lossy(&self.ahead[index])))
    }

    /// Reads one more line of the input, which may be several, as old systems end lines with a
    /// carriage return alone.
    fn read(&mut self, mut memory: Vec<u8>) -> io::Result<bool> {
        memory.clear();
        if self.input.read_until(b'\n', &mut memory)? == 0 {
            return Ok(false);
        }
        while let Some(b'\n' | b'\r') = memory.last() {
            memory.pop();
        }
        if self.number == 0 && self.ahead.is_empty() && memory.starts_with(BYTE_ORDER_MARK) {
            memory.drain(..BYTE_ORDER_MARK.len());
        }
        if memory.contains(&b'\r') {
            let lines = memory.split(|&byte| byte == b'\r');
            self.ahead.extend(lines.map(<[u8]>::to_vec));
        } else {
            self.ahead.push_back(memory);
        }
        Ok(true)
    }
}
