//! How solutions are written: as people draw them, or as other programs read them.
//!
//! Nothing is kept of a solution but a small buffer, whatever its length and however many there are.

use std::io::{self, Write};

use clap::ValueEnum;
use parity_core::{Problem, Value};

/// How solutions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// As people draw it
    Board,
    /// One line a variable
    List,
    /// One line a solution
    Line,
    /// Values separated by commas, one line a solution
    Csv,
    /// A JSON array a line
    Ndjson,
    /// The record of the run, with its effort and without the solutions of `--all`
    Json,
}

/// Writes solutions of a problem in one format.
pub(crate) struct Writer<'a> {
    problem: &'a dyn Problem,
    format: Format,
    buffer: Vec<u8>,
}

/// How much is collected before it is passed on, in bytes.
const CHUNK: usize = 1 << 16;

impl<'a> Writer<'a> {
    pub(crate) fn new(problem: &'a dyn Problem, format: Format) -> Self {
        Writer { problem, format, buffer: Vec::with_capacity(CHUNK + 64) }
    }

    pub(crate) fn write(&mut self, values: &[Value], out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Board => writeln!(out, "{}", self.problem.display(values)),
            Format::List => writeln!(out, "{}", self.problem.list(values)),
            Format::Line => writeln!(out, "{}", self.problem.line(values)),
            Format::Csv => self.separated("", values, "\n", out),
            Format::Ndjson | Format::Json => self.separated("[", values, "]\n", out),
        }
    }

    /// Writes values with commas between them, something before and something behind.
    fn separated(
        &mut self,
        before: &str,
        values: &[Value],
        behind: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut number = itoa::Buffer::new();
        self.buffer.clear();
        self.buffer.extend_from_slice(before.as_bytes());
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.buffer.push(b',');
            }
            self.buffer.extend_from_slice(number.format(value).as_bytes());
            if self.buffer.len() >= CHUNK {
                out.write_all(&self.buffer)?;
                self.buffer.clear();
            }
        }
        self.buffer.extend_from_slice(behind.as_bytes());
        out.write_all(&self.buffer)
    }
}

#[cfg(test)]
mod tests {
    use parity_core::problem::Queens;

    use super::*;

    fn written(format: Format, values: &[Value]) -> String {
        let queens = Queens::new(values.len());
        let mut out = Vec::new();
        Writer::new(&queens, format).write(values, &mut out).expect("memory is written to");
        String::from_utf8(out).expect("it is text")
    }

    #[test]
    fn solutions_for_other_programs() {
        assert_eq!(written(Format::Csv, &[1, 3, 0, 2]), "1,3,0,2\n");
        assert_eq!(written(Format::Ndjson, &[1, 3, 0, 2]), "[1,3,0,2]\n");
        assert_eq!(written(Format::Ndjson, &[]), "[]\n");
    }

    #[test]
    fn long_solutions_come_in_parts_that_fit_together() {
        let values: Vec<Value> = (0..100_000).map(|value| value * 20_011 % 100_003 - 7).collect();
        let text = written(Format::Ndjson, &values);
        assert!(text.len() > 4 * CHUNK);
        assert_eq!(serde_json::from_str::<Vec<Value>>(&text).expect("JSON"), values);
    }
}
